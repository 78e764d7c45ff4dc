# Says how many meshes each imported GLB file has.
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
	quit()
