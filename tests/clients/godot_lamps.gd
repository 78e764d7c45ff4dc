# A sphere with the shader of lamps as a second pass, by day, by night and with the sun to the right; "unlit":
# by day without that pass.
extends Spatial

func picture(name):
	var image = Image.new()
	image.load("res://" + name)
	var texture = ImageTexture.new()
	texture.create_from_image(image)
	return texture

func _ready():
	var ground = SpatialMaterial.new()
	var lamps = ShaderMaterial.new()
	lamps.shader = load("res://lamps.shader")
	lamps.set_shader_param("emission", picture("city_emission.png"))
	lamps.set_shader_param("strength", 1.5)
	ground.albedo_texture = picture("city_albedo.png")
	var ball = MeshInstance.new()
	ball.mesh = SphereMesh.new()
	ball.mesh.material = ground
	add_child(ball)
	var camera = Camera.new()
	camera.translation = Vector3(0, 0, 3)
	camera.environment = Environment.new()
	camera.environment.background_mode = Environment.BG_COLOR
	camera.environment.ambient_light_energy = 0
	add_child(camera)
	var sun = DirectionalLight.new()
	add_child(sun)
	for side in [["unlit", 0], ["day", 0], ["half", 90], ["night", 180]]:
		ground.next_pass = null if side[0] == "unlit" else lamps
		sun.rotation_degrees = Vector3(0, side[1], 0)
		for _frame in range(4):
			yield(get_tree(), "idle_frame")
		var shot = get_viewport().get_texture().get_data()
		shot.flip_y()
		shot.save_png("res://" + side[0] + ".png")
	get_tree().quit()
