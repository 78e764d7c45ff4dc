// The list of the user's commands: one row each with its name, its argument, its function, and its conditions.
// A file that includes this one defines the macro COMMAND for the rows.
//
// The argument of a command and of its function (private/actions.h):
//   plain   nothing
//   number  `number`: a count, a direction, a flag, an enum
//   value   `x`
//   point   `x` and `y`
//   text    `text`
//   item    `text` and `number`
//   edit    the whole command: `path`, `text`, `number`, `x`, `drag_id`, see the comment of the row
//
// The conditions:
//   TR_ANYWHERE  works with the gallery in front, too; other commands then do nothing
//   TR_LOOKS     only moves the view, so it works while the pinned planet is shown; other commands end that
//   TR_EDITS     changes the planet, below the map that an open sheet tries: that stays the last step
//   TR_FLIES     lets a flight continue; other commands move the camera to the end of the flight
COMMAND(TR_COMMAND_NOTHING, plain, tr_act_nothing, TR_LOOKS | TR_FLIES) // a key that has no command

// Which planet.
COMMAND(TR_COMMAND_TYPE, number, tr_act_type,
        TR_ANYWHERE | TR_EDITS) // the next one: 1, or the one before: -1; or pages
COMMAND(TR_COMMAND_TO_TYPE, text, tr_act_to_type, TR_EDITS)
COMMAND(TR_COMMAND_SEED, number, tr_act_seed, TR_ANYWHERE | TR_EDITS) // a new one: 1, or the one before: -1
COMMAND(TR_COMMAND_TO_SEED, text, tr_act_to_seed, TR_EDITS)           // a number or words
COMMAND(TR_COMMAND_PLANET, number, tr_act_planet, 0) // 1: the next one of the scene; -1: the one before
COMMAND(TR_COMMAND_TO_PLANET, number, tr_act_to_planet, 0)
COMMAND(TR_COMMAND_FLY, number, tr_act_fly_to, TR_FLIES)       // to a planet
COMMAND(TR_COMMAND_SHOW_ALL, plain, tr_act_show_all, TR_FLIES) // bodies of the scene
COMMAND(TR_COMMAND_LAND, plain, tr_act_land, TR_FLIES)  // descends to the ground in the middle of the view
COMMAND(TR_COMMAND_PICK, number, tr_act_pick, TR_FLIES) // selects what is under the mouse; 1: second click
COMMAND(TR_COMMAND_UNPICK, plain, tr_place_probe_clear, 0)
COMMAND(TR_COMMAND_ADD_BODY, item, tr_act_add_body, 0) // of that type; 1: in orbit around the target
COMMAND(TR_COMMAND_REMOVE_BODY, plain, tr_act_remove_body, 0)
COMMAND(TR_COMMAND_TYPE_NAME, plain, tr_act_type_name, 0) // opens the text field for the planet's name
COMMAND(TR_COMMAND_NAME, text, tr_act_name, TR_EDITS)     // sets the name

// Its parameters.
COMMAND(TR_COMMAND_NOISINESS, number, tr_act_noisiness, TR_EDITS) // these four: number of steps; below 0: down
COMMAND(TR_COMMAND_PERSISTENCE, number, tr_act_persistence, TR_EDITS)
COMMAND(TR_COMMAND_OCTAVES, number, tr_act_octaves, TR_EDITS)
COMMAND(TR_COMMAND_RADIUS, number, tr_act_radius, TR_EDITS)
COMMAND(TR_COMMAND_CHANGE, edit, tr_act_change, TR_EDITS)       // `path` becomes `text`, by the drag `drag_id`
COMMAND(TR_COMMAND_TAKE_BACK, edit, tr_act_take_back, TR_EDITS) // undoes that drag's change without a step
COMMAND(TR_COMMAND_UNSET, text, tr_act_unset, TR_EDITS)         // resets the path to the value from the seed
COMMAND(TR_COMMAND_MEND, text, tr_act_accept_field, 0)          // the invalid text of the field was replaced
COMMAND(TR_COMMAND_LOCK, item, tr_act_lock, TR_EDITS)           // locks or unlocks the path against new seeds
COMMAND(TR_COMMAND_RINGS, number, tr_act_rings, TR_EDITS)       // adds or removes rings
COMMAND(TR_COMMAND_RESET_ALL, plain, tr_act_reset_all, TR_EDITS)
COMMAND(TR_COMMAND_UNDO, plain, tr_act_undo, 0)
COMMAND(TR_COMMAND_REDO, plain, tr_act_redo, 0)

// Named places. `text` is a name.
COMMAND(TR_COMMAND_PIN, text, tr_act_pin, 0)                  // selects it; "": none
COMMAND(TR_COMMAND_PIN_KIND, number, tr_act_pin_kind, 0)      // of the next one: a tr_named_kind
COMMAND(TR_COMMAND_PIN_ADD, plain, tr_act_pin_add, 0)         // with the next click on the planet, or not
COMMAND(TR_COMMAND_PIN_NAME, edit, tr_act_pin_name, TR_EDITS) // `path` is called `text` from now on
COMMAND(TR_COMMAND_PIN_MOVE, edit, tr_act_pin_move,
        TR_EDITS) // `path` to `x` degrees on the map: latitude, or longitude if `number`
COMMAND(TR_COMMAND_PIN_REMOVE, text, tr_act_pin_remove, TR_EDITS)

// Turning the land: positions of the mouse in window units.
COMMAND(TR_COMMAND_LAND_TELL, plain, tr_act_land_tell, 0) // how it turns
COMMAND(TR_COMMAND_LAND_PRESS, point, tr_act_land_press, 0)
COMMAND(TR_COMMAND_LAND_MOVE, point, tr_act_land_move, TR_EDITS)

// The tabs Colour and Layers. Colours are "rrggbb".
COMMAND(TR_COMMAND_SWATCH, edit, tr_act_swatch, TR_EDITS) // sets swatch `number` to `text`, by `drag_id`
COMMAND(TR_COMMAND_SWATCH_BACK, number, tr_act_swatch_back,
        TR_EDITS)                                             // resets a swatch to the colours from the seed
COMMAND(TR_COMMAND_HARMONY, number, tr_act_harmony, TR_EDITS) // for all swatches; -1: a random one
COMMAND(TR_COMMAND_STOP_COLOUR, edit, tr_act_stop_colour, TR_EDITS) // `number` of the gradient `path`
COMMAND(TR_COMMAND_STOP_MOVE, edit, tr_act_stop_move, TR_EDITS)     // moves the stop to `x`
COMMAND(TR_COMMAND_STOP_ADD, edit, tr_act_stop_add, TR_EDITS)       // adds a stop at `x`
COMMAND(TR_COMMAND_STOP_REMOVE, item, tr_act_stop_remove, TR_EDITS)
COMMAND(TR_COMMAND_SHOW, item, tr_act_show, 0)       // scrolls to a row or layer; 1: and focuses it
COMMAND(TR_COMMAND_ELEMENT, text, tr_act_element, 0) // expands the rows of an element; "": of none
COMMAND(TR_COMMAND_ELEMENT_ON, item, tr_act_element_on, TR_EDITS) // enables or disables it
COMMAND(TR_COMMAND_ELEMENT_SOLO, item, tr_act_element_solo,
        TR_EDITS) // enables only it in its list, or ends that
COMMAND(TR_COMMAND_ELEMENT_MOVE, item, tr_act_element_move, TR_EDITS)     // moves it by one position
COMMAND(TR_COMMAND_ELEMENT_REMOVE, text, tr_act_element_remove, TR_EDITS) // it goes
COMMAND(TR_COMMAND_ELEMENT_ADD, text, tr_act_element_add, TR_EDITS)       // adds a layer of that kind

// The tab Paint. A stroke is named by `text`.
COMMAND(TR_COMMAND_PAINT_PRESS, edit, tr_act_paint_press, 0) // at `x`, `y` of the window; number 1: with Shift
COMMAND(TR_COMMAND_PAINT_MOVE, point, tr_act_paint_move, TR_LOOKS | TR_FLIES) // the mouse, with or without it
COMMAND(TR_COMMAND_PAINT_RELEASE, plain, tr_act_paint_release, 0)
COMMAND(TR_COMMAND_PAINT_TOOL, number, tr_act_paint_tool, 0)     // a tr_stroke_tool, or TR_BRUSH_SELECTS
COMMAND(TR_COMMAND_PAINT_WAY, number, tr_act_paint_way, 0)       // a tr_brush_way
COMMAND(TR_COMMAND_PAINT_NUMBER, edit, tr_act_paint_number, 0)   // `path` of the brush becomes `x`
COMMAND(TR_COMMAND_PAINT_COLOUR, text, tr_act_paint_colour, 0)   // of the brush
COMMAND(TR_COMMAND_PAINT_BIOME, number, tr_act_paint_biome, 0)   // of the brush
COMMAND(TR_COMMAND_PAINT_RADIUS, number, tr_act_paint_radius, 0) // number of steps; below 0: smaller
COMMAND(TR_COMMAND_PAINT_PICK, plain, tr_act_paint_pick, 0)      // takes what is under the mouse into the brush
COMMAND(TR_COMMAND_PAINT_FINISH, plain, tr_act_paint_finish, 0)  // the line in the making becomes a stroke
COMMAND(TR_COMMAND_PAINT_BACK, plain, tr_act_paint_back, 0)      // its last point goes
COMMAND(TR_COMMAND_PAINT_DROP, plain, tr_act_paint_drop, 0)      // all of it goes
COMMAND(TR_COMMAND_STROKE, text, tr_act_stroke, 0)               // selects it; "": none
COMMAND(TR_COMMAND_STROKE_ORDER, item, tr_act_stroke_order,
        TR_EDITS) // 1: over the next one, -1: under the one before
COMMAND(TR_COMMAND_STROKE_NAME, edit, tr_act_stroke_name, TR_EDITS)      // `path` is called `text` from now on
COMMAND(TR_COMMAND_STROKE_REMOVE, plain, tr_act_stroke_remove, TR_EDITS) // the selected one

// The view. `x` and `y` are the distance that the mouse was dragged, in window units, y down.
COMMAND(TR_COMMAND_ORBIT, point, tr_act_orbit, TR_LOOKS)
COMMAND(TR_COMMAND_LOOK, point, tr_act_look, TR_LOOKS)
COMMAND(TR_COMMAND_SUN, point, tr_act_sun, TR_LOOKS)
COMMAND(TR_COMMAND_ZOOM, value, tr_act_zoom, TR_LOOKS) // clicks nearer
COMMAND(TR_COMMAND_TURN, number, tr_act_turn,
        TR_LOOKS | TR_ANYWHERE)                         // a tr_direction
COMMAND(TR_COMMAND_TILT, number, tr_act_tilt, TR_LOOKS) // tilts the camera by a key
COMMAND(TR_COMMAND_RESET, plain, tr_act_reset, 0)
COMMAND(TR_COMMAND_CHANNEL, number, tr_act_channel, 0) // a tr_view_channel
COMMAND(TR_COMMAND_LAYOUT, plain, tr_act_layout, 0)    // the next one
COMMAND(TR_COMMAND_TO_LAYOUT, number, tr_act_to_layout, 0)
COMMAND(TR_COMMAND_GRID, plain, tr_act_grid, 0)
COMMAND(TR_COMMAND_NAMES, plain, tr_act_names, 0) // of places
COMMAND(TR_COMMAND_PAUSE, plain, tr_act_pause, 0)
COMMAND(TR_COMMAND_CLOUDS, plain, tr_act_clouds, 0)
COMMAND(TR_COMMAND_QUALITY, number, tr_act_quality, 0)
COMMAND(TR_COMMAND_TO_QUALITY, number, tr_act_to_quality, 0) // a tr_quality + 1; 0: adaptive
COMMAND(TR_COMMAND_EXPOSURE, value, tr_act_exposure, 0)      // EV
COMMAND(TR_COMMAND_TIME_RATE, value, tr_act_time_rate, 0)
COMMAND(TR_COMMAND_TO_SUN, point, tr_act_to_sun, 0) // azimuth and elevation in degrees

// The window.
COMMAND(TR_COMMAND_PANEL, plain, tr_act_panel, 0)
COMMAND(TR_COMMAND_HELP, plain, tr_act_help, TR_ANYWHERE)
COMMAND(TR_COMMAND_FULLSCREEN, plain, tr_act_fullscreen, TR_ANYWHERE)
COMMAND(TR_COMMAND_SCALE, number, tr_act_scale,
        TR_ANYWHERE)                               // of the interface: 1: larger, -1: smaller, 0: the default
COMMAND(TR_COMMAND_FOCUS, number, tr_act_focus, 0) // 1: to the first widget, -1: to the last, 0: toggles
COMMAND(TR_COMMAND_SAY, text, tr_act_say, TR_LOOKS | TR_FLIES | TR_ANYWHERE) // a message
COMMAND(TR_COMMAND_FIND, plain, tr_act_find, TR_ANYWHERE)                    // opens the finder
COMMAND(TR_COMMAND_BACK, number, tr_act_back, TR_ANYWHERE) // closes what is in front; -1: only a question
COMMAND(TR_COMMAND_QUIT, plain, tr_act_quit, TR_ANYWHERE)
COMMAND(TR_COMMAND_GO_ON, plain, tr_act_go_on, TR_ANYWHERE) // continues what waits for an answer without saving
COMMAND(TR_COMMAND_FINISH, plain, tr_act_close_later,
        TR_ANYWHERE)                                           // waits for running exports, then closes
COMMAND(TR_COMMAND_DIALOG, number, tr_act_dialog, TR_ANYWHERE) // opens a tr_dialog; TR_DIALOG_NONE: closes it
COMMAND(TR_COMMAND_ENTER, plain, tr_act_enter, TR_ANYWHERE)    // the main action of the front dialog

// Files.
COMMAND(TR_COMMAND_OPEN, item, tr_act_open_text,
        TR_ANYWHERE)                                       // the first of several files, a share link or a type
COMMAND(TR_COMMAND_SAVE, number, tr_act_save, TR_ANYWHERE) // 2: then continues the waiting action
COMMAND(TR_COMMAND_SAVE_AS, text, tr_act_save_as, 0)
COMMAND(TR_COMMAND_REPLACE, number, tr_act_replace, TR_ANYWHERE) // a tr_replace_answer
COMMAND(TR_COMMAND_SHARE, plain, tr_act_share, 0)
COMMAND(TR_COMMAND_PASTE, plain, tr_act_paste, TR_ANYWHERE)
COMMAND(TR_COMMAND_SCREENSHOT, plain, tr_act_screenshot, 0)
COMMAND(TR_COMMAND_BROWSE, number, tr_act_browse, 0)           // a tr_chooser_purpose, by the desktop's dialog
COMMAND(TR_COMMAND_SHOW_FOLDER, number, tr_act_show_folder, 0) // of a tr_chooser_purpose
COMMAND(TR_COMMAND_NEW_FOLDER, item, tr_act_new_folder, 0) // creates and chooses it for a tr_chooser_purpose

// The dialog Export.
COMMAND(TR_COMMAND_EXPORT, plain, tr_act_export, 0)
COMMAND(TR_COMMAND_CANCEL_EXPORT, plain, tr_act_cancel_export, 0)
COMMAND(TR_COMMAND_EXPORT_ALL, number, tr_act_export_all, 0)       // 1: all planets of the scene, 0: this one
COMMAND(TR_COMMAND_EXPORT_TARGET, number, tr_act_export_target, 0) // -1: none
COMMAND(TR_COMMAND_EXPORT_LAYOUT, number, tr_act_export_layout, 0) // a tr_layout
COMMAND(TR_COMMAND_EXPORT_WIDTH, number, tr_act_export_width, 0)
COMMAND(TR_COMMAND_EXPORT_OUTPUT, number, tr_act_export_output, 0) // adds or removes one of the parts
COMMAND(TR_COMMAND_EXPORT_FOLDER, text, tr_act_export_folder, 0)
COMMAND(TR_COMMAND_EXPORT_NAME, text, tr_act_export_name, 0) // "": as the planet

// The dialog for pictures and videos.
COMMAND(TR_COMMAND_PICTURE, plain, tr_act_picture, 0)
COMMAND(TR_COMMAND_SHOT_CANCEL, plain, tr_act_shot_cancel, 0)
COMMAND(TR_COMMAND_PICTURE_SIZE, point, tr_act_picture_size, 0) // pixels
COMMAND(TR_COMMAND_PICTURE_FOLDER, text, tr_act_picture_folder, 0)
COMMAND(TR_COMMAND_PICTURE_NAME, text, tr_act_picture_name, 0)     // of the file; "": as the planet
COMMAND(TR_COMMAND_PICTURE_CLEAR, number, tr_act_picture_clear, 0) // transparent background
COMMAND(TR_COMMAND_SHOT_KIND, number, tr_act_shot_kind, 0)         // a tr_shot_kind
COMMAND(TR_COMMAND_SHOT_FILE, number, tr_act_shot_file, 0)         // a tr_reel_kind, of videos
COMMAND(TR_COMMAND_SHOT_LENGTH, value, tr_act_shot_length, 0)      // seconds
COMMAND(TR_COMMAND_SHOT_RATE, number, tr_act_shot_rate, 0)         // pictures a second
COMMAND(TR_COMMAND_SHOT_PLACE, number, tr_act_shot_place, 0)       // the flight begins (0) or ends (1) here
COMMAND(TR_COMMAND_SHOT_FORGET, number, tr_act_shot_forget, 0)     // forgets that place

// The dialog for height maps.
COMMAND(TR_COMMAND_ENHANCE, plain, tr_act_enhance, 0)
COMMAND(TR_COMMAND_ENHANCE_CANCEL, plain, tr_act_enhance_cancel, 0)
COMMAND(TR_COMMAND_ENHANCE_SCALE, number, tr_act_enhance_scale, 0) // number of doublings
COMMAND(TR_COMMAND_ENHANCE_WRAP, number, tr_act_enhance_wrap, 0)   // a tr_enhance_wrap
COMMAND(TR_COMMAND_ENHANCE_FILE, text, tr_act_enhance_file, 0)     // the file to write

// The sheet for a picture that becomes a map of the planet.
COMMAND(TR_COMMAND_MAP_KIND, number, tr_act_map_kind, 0)       // a tr_own_kind
COMMAND(TR_COMMAND_MAP_CHANNEL, text, tr_act_map_channel, 0)   // its name
COMMAND(TR_COMMAND_MAP_PART, number, tr_act_map_part, 0)       // 1: a part of the globe, 0: all of it
COMMAND(TR_COMMAND_MAP_HEIGHTS, number, tr_act_map_heights, 0) // a tr_map_heights
COMMAND(TR_COMMAND_MAP_RAW, number, tr_act_map_raw, 0)         // a tr_own_raw
COMMAND(TR_COMMAND_MAP_NUMBER, edit, tr_act_map_number, 0)     // `path` (tr_map_sheet_number) becomes `x`
COMMAND(TR_COMMAND_MAP_FINER, plain, tr_act_map_finer, 0)      // to the dialog for height maps instead
COMMAND(TR_COMMAND_MAP_USE, plain, tr_act_map_use, 0)          // closes the sheet, and the map stays

// Own maps of the planet. `text` is the name of the map.
COMMAND(TR_COMMAND_MAP_ADD, plain, tr_act_map_add, 0)        // chooses a file, and opens the sheet
COMMAND(TR_COMMAND_MAP_EDIT, text, tr_act_map_edit, 0)       // opens the sheet for that map
COMMAND(TR_COMMAND_MAP_REPLACE, text, tr_act_map_replace, 0) // chooses another file for it
COMMAND(TR_COMMAND_MAP_REMOVE, text, tr_act_map_remove, TR_EDITS)
COMMAND(TR_COMMAND_MAP_LOCATE, text, tr_act_map_locate, 0)          // chooses its file, wherever it is now
COMMAND(TR_COMMAND_MAP_FIND, plain, tr_act_map_find, TR_ANYWHERE)   // of the first map whose file is missing
COMMAND(TR_COMMAND_MAP_AGAIN, plain, tr_act_map_again, TR_ANYWHERE) // reads the file that has changed
COMMAND(TR_COMMAND_MAP_STOP, plain, tr_act_map_stop, TR_ANYWHERE)   // stops reading a file

// The gallery and the history. The argument is the number of an item or frame.
COMMAND(TR_COMMAND_GALLERY, plain, tr_act_gallery, TR_ANYWHERE) // opens or closes it
COMMAND(TR_COMMAND_GALLERY_CHOOSE, number, tr_act_gallery_choose, TR_ANYWHERE)
COMMAND(TR_COMMAND_GALLERY_MORE, plain, tr_act_gallery_more, TR_ANYWHERE)
COMMAND(TR_COMMAND_BREED, plain, tr_act_breed,
        TR_ANYWHERE) // shows relatives of the planet that is selected or shown
COMMAND(TR_COMMAND_DIAL, value, tr_act_dial, TR_ANYWHERE) // from sibling to stranger
COMMAND(TR_COMMAND_STAR, plain, tr_act_star, TR_ANYWHERE) // stars the planet that is selected or shown
COMMAND(TR_COMMAND_HISTORY, plain, tr_act_history, 0)     // folds or unfolds it
COMMAND(TR_COMMAND_FRAME, number, tr_act_frame, 0)        // restores the planet of a frame
COMMAND(TR_COMMAND_FRAME_STAR, number, tr_act_frame_star, 0)
COMMAND(TR_COMMAND_FRAME_PIN, number, tr_act_frame_pin, 0)
COMMAND(TR_COMMAND_SWAP, number, tr_act_swap, TR_LOOKS | TR_ANYWHERE) // 1: to the pinned planet, 0: back
COMMAND(TR_COMMAND_COMPARE, plain, tr_act_compare, 0) // shows the pinned planet beside it, or ends that
COMMAND(TR_COMMAND_COMPARE_FRAME, number, tr_act_compare_frame, 0) // shows the planet of a frame beside it
COMMAND(TR_COMMAND_COMPARE_END, plain, tr_act_compare_end, 0)
COMMAND(TR_COMMAND_DIVIDE, value, tr_act_divide, 0) // the fraction of the left picture
