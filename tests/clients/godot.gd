# Prints the number of meshes of each imported GLB file. For a mesh of faces also the number of surfaces with a
# texture, and the name that a scene of --target godot uses for it.
extends SceneTree

func count(node):
	var n = 1 if node is MeshInstance and node.mesh != null else 0
	for child in node.get_children():
		n += count(child)
	return n

func _init():
	for name in ["earthlike", "ringed", "inferno", "asteroid"]:
		var scene = load("res://" + name + ".glb")
		print(name, ": ", count(scene.instance()) if scene else 0, " meshes")
	var scene = load("res://faces/faces_mesh.glb")
	var mesh = scene.instance().get_child(0) if scene else null
	var pictures = 0
	for i in range(mesh.mesh.get_surface_count() if mesh else 0):
		pictures += 1 if mesh.mesh.surface_get_material(i).albedo_texture else 0
	print("faces: ", pictures, " pictures on ", mesh.name if mesh else "nothing")
	quit()
