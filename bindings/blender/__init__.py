"""Planets in Blender: Add > Mesh > Planet. The maps are baked into images by the library; no files are needed."""
bl_info = {
    "name": "Terrella Planets",
    "description": "Planets from noise: maps are baked into images, and again when a knob moves",
    "author": "the Terrella authors",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "View3D > Add > Mesh > Planet",
    "category": "Add Mesh",
}

import bpy
from bpy.app.handlers import persistent

from . import baking, building
from .terrella_planets import Planet, summary, types

SIZES = [(str(n), f"{n} x {n // 2}", "") for n in (512, 1024, 2048, 4096, 8192)]
TYPES = [(name, name.capitalize().replace("-", " "), summary(name)) for name in types()]


# ---- settings --------------------------------------------------------------------------------------


def planet_of(thing):
    """The object with the settings of a planet: this one or one that it belongs to."""
    while thing and not thing.terrella.type:
        thing = thing.parent
    return thing


def edited(settings, _context):
    if not settings.id_data.terrella.filling:
        baking.ask(settings.id_data)


def moved(knob, context):
    if not knob.id_data.terrella.filling:
        knob.moved = True
        edited(knob, context)


def chosen(settings, context):
    """Another type or seed draws other positions of the knobs; those that were moved stay where they are."""
    if settings.filling:
        return
    fill(settings)
    edited(settings, context)


def fill(settings):
    settings.filling = True
    kept = {knob.name: knob.value for knob in settings.knobs if knob.moved}
    settings.knobs.clear()
    for knob in Planet(settings.type, settings.seed).knobs.values():
        row = settings.knobs.add()
        row.name, row.label, row.what = knob.name, knob.label, knob.what
        row.moved = knob.name in kept
        row.value = kept.get(knob.name, knob.value)
    settings.filling = False


class TerrellaKnob(bpy.types.PropertyGroup):
    label: bpy.props.StringProperty()
    what: bpy.props.StringProperty()
    moved: bpy.props.BoolProperty()
    value: bpy.props.FloatProperty(name="Value", min=0, max=1, update=moved)


class TerrellaSettings(bpy.types.PropertyGroup):
    filling: bpy.props.BoolProperty()  # values are set by the program, not by the user
    type: bpy.props.StringProperty()  # "": this object is no planet
    kind: bpy.props.EnumProperty(name="Type", items=TYPES, get=lambda s: max(0, next((i for i, t in enumerate(TYPES) if t[0] == s.type), 0)),
                                 set=lambda s, i: s.set_type(TYPES[i][0]))
    seed: bpy.props.IntProperty(name="Seed", description="Picks one planet of the type", min=0, default=1, update=chosen)
    size: bpy.props.EnumProperty(name="Maps", description="Texels of the maps; faces of a cube are a quarter as wide", items=SIZES,
                                 default="2048", update=edited)
    shape: bpy.props.EnumProperty(name="Mesh", items=[
        ("equirect", "UV sphere", "Longitudes and latitudes, one image for each map"),
        ("cube", "Cube sphere", "Six grids without distortion at the poles, six images for each map")], update=edited)
    relief: bpy.props.FloatProperty(name="Relief", description="Exaggeration of the heights of the mesh; 0: a smooth sphere",
                                    min=0, soft_max=50, max=1000, default=0, update=edited)
    knobs: bpy.props.CollectionProperty(type=TerrellaKnob)
    said: bpy.props.StringProperty()  # what goes on, or went wrong
    built: bpy.props.StringProperty()  # what the objects were built of

    def set_type(self, type):
        if type != self.type:
            self.type = type
            chosen(self, None)


# ---- operators and panels --------------------------------------------------------------------------


class MESH_OT_terrella_planet_add(bpy.types.Operator):
    """Add a planet whose maps are baked in the background"""
    bl_idname = "mesh.terrella_planet_add"
    bl_label = "Planet"
    bl_options = {"REGISTER", "UNDO"}

    type: bpy.props.EnumProperty(name="Type", items=TYPES, default="earthlike")
    seed: bpy.props.IntProperty(name="Seed", min=0, default=1)
    size: bpy.props.EnumProperty(name="Maps", items=SIZES, default="2048")
    shape: bpy.props.EnumProperty(name="Mesh", items=[("equirect", "UV sphere", ""), ("cube", "Cube sphere", "")])
    relief: bpy.props.FloatProperty(name="Relief", min=0, max=1000, default=0)
    wait: bpy.props.BoolProperty(name="Wait", description="Finish before the operator returns", options={"SKIP_SAVE"})

    def execute(self, context):
        axis = bpy.data.objects.new(self.type.capitalize(), None)
        axis.empty_display_size = 0.2
        context.collection.objects.link(axis)
        axis.location = context.scene.cursor.location
        settings = axis.terrella
        settings.filling = True
        settings.type, settings.seed, settings.size = self.type, self.seed, self.size
        settings.shape, settings.relief = self.shape, self.relief
        fill(settings)
        for other in context.selected_objects:
            other.select_set(False)
        axis.select_set(True)
        context.view_layer.objects.active = axis
        if self.wait or bpy.app.background:
            return {"FINISHED"} if baking.bake_now(axis) else self.fail(settings)
        baking.ask(axis)
        return {"FINISHED"}

    def fail(self, settings):
        self.report({"ERROR"}, settings.said)
        return {"CANCELLED"}


class OBJECT_OT_terrella_reset(bpy.types.Operator):
    """Put all knobs where the seed has them"""
    bl_idname = "object.terrella_reset"
    bl_label = "Reset Knobs"
    bl_options = {"UNDO"}

    def execute(self, context):
        axis = planet_of(context.object)
        for knob in axis.terrella.knobs:
            knob.moved = False
        chosen(axis.terrella, context)
        return {"FINISHED"}


class VIEW3D_PT_terrella(bpy.types.Panel):
    bl_label = "Planet"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Planet"

    @classmethod
    def poll(cls, context):
        return planet_of(context.object) is not None

    def draw(self, context):
        settings = planet_of(context.object).terrella
        layout = self.layout
        layout.use_property_split, layout.use_property_decorate = True, False  # keyframes would bake each frame
        for name in ("kind", "seed", "size", "shape", "relief"):
            layout.prop(settings, name)
        column = layout.column(align=True)
        column.use_property_split = False  # names stand in the sliders, where they have room
        for knob in settings.knobs:
            column.prop(knob, "value", text=knob.label, slider=True)
        layout.operator("object.terrella_reset")
        if settings.said:
            layout.label(text=settings.said, icon="INFO")
        if context.space_data.shading.type in ("WIREFRAME", "SOLID"):
            layout.label(text="Shading that shows the maps:")
            row = layout.row()
            row.use_property_split = False
            row.prop_enum(context.space_data.shading, "type", "MATERIAL", text="Material Preview")


def add_to_menu(menu, _context):
    menu.layout.operator("mesh.terrella_planet_add", text="Planet", icon="WORLD")


@persistent
def before_save(*_):
    """Images without a file are lost unless they travel in the .blend."""
    for image in bpy.data.images:
        if image.get("terrella") and image.is_dirty:
            image.pack()


@persistent
def after_undo(*_):
    baking.ask_where_changed()


@persistent
def before_load(*_):
    baking.stop_all()


HANDLERS = (("save_pre", before_save), ("undo_post", after_undo), ("redo_post", after_undo), ("load_pre", before_load))
CLASSES = (TerrellaKnob, TerrellaSettings, MESH_OT_terrella_planet_add, OBJECT_OT_terrella_reset, VIEW3D_PT_terrella)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Object.terrella = bpy.props.PointerProperty(type=TerrellaSettings)
    bpy.types.VIEW3D_MT_mesh_add.append(add_to_menu)
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)


def unregister():
    baking.stop_all()
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
    bpy.types.VIEW3D_MT_mesh_add.remove(add_to_menu)
    del bpy.types.Object.terrella
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
