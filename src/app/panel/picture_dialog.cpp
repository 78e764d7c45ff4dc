// The dialog for pictures and videos: what to capture, size, background and file.
#include "app/panel/panel.hpp"

namespace panel {

struct picture_size {
    const char *name;
    int width, height;
};

static const picture_size picture_sizes[] = {
    {"1080p: 1920 × 1080", 1920, 1080}, {"4K: 3840 × 2160", 3840, 2160}, {"8K: 7680 × 4320", 7680, 4320}};
static const picture_size video_sizes[] = {{"Sprite: 128 × 128", 128, 128},    {"Square: 512 × 512", 512, 512},
                                           {"360p: 640 × 360", 640, 360},      {"720p: 1280 × 720", 1280, 720},
                                           {"1080p: 1920 × 1080", 1920, 1080}, {"4K: 3840 × 2160", 3840, 2160}};

// The choice of picture, turntable or flight.
static void kinds(tr_panel *panel, const tr_shot_choice *choice) {
    static const struct {
        const char *name, *what;
    } list[TR_SHOT_KINDS] = {{"Picture", "One image of the current view, without the panel"},
                             {"Turntable", "Video of one full rotation; loops seamlessly"},
                             {"Flight", "Video of a camera move from one view to another"}};
    const float gap = ImGui::GetStyle().ItemSpacing.x, kinds = TR_SHOT_KINDS;
    const float width = (ImGui::GetContentRegionAvail().x - gap * (kinds - 1)) / kinds;
    for (int i = 0; i < TR_SHOT_KINDS; i++) {
        const bool chosen = choice->kind == i;
        if (i > 0)
            ImGui::SameLine();
        if (chosen)
            ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        if (ImGui::Button(list[i].name, ImVec2(width, 0)))
            command(panel, TR_COMMAND_SHOT_KIND, i);
        if (chosen)
            ImGui::PopStyleColor();
        placef(panel, "shot %s", list[i].name);
        explain(list[i].what);
    }
    ImGui::Dummy(ImVec2(0, 0));
}

static void size_list(tr_panel *panel, const picture_size *sizes, int count, const int px[2]) {
    const int width = px[0], height = px[1];
    char shown[48];
    std::snprintf(shown, sizeof shown, "Custom: %d × %d", width, height);
    const char *name = shown;
    for (int i = 0; i < count; i++)
        if (sizes[i].width == width && sizes[i].height == height)
            name = sizes[i].name;
    label(panel, "Size");
    if (begin_list(panel, "##size", name)) {
        for (int i = 0; i < count; i++) {
            if (list_item(panel, sizes[i].name, sizes[i].width == width && sizes[i].height == height)) {
                forget_typed(panel, ImGui::GetID("##width")); // discards a text that is being typed
                forget_typed(panel, ImGui::GetID("##height"));
                command_number(panel, TR_COMMAND_PICTURE_SIZE, sizes[i].width, sizes[i].height);
            }
            place(panel, sizes[i].name);
        }
        ImGui::EndCombo();
    }
    place(panel, "picture size");
    static const tr_number_form form = {16, 16384, 0, true, "px", nullptr};
    double own[2] = {static_cast<double>(width), static_cast<double>(height)};
    bool typed = false;
    label(panel, "Pixels");
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            ImGui::SameLine(0, gap);
        ImGui::SetNextItemWidth(half);
        typed = number_field(panel, i ? "##height" : "##width", i ? "Height" : "Width", &own[i], form) || typed;
        place(panel, i ? "picture height" : "picture width");
    }
    typed_note(panel, "##width");
    typed_note(panel, "##height");
    if (typed)
        command_number(panel, TR_COMMAND_PICTURE_SIZE, own[0], own[1]);
}

static void sizes(tr_panel *panel, const tr_shot_choice *choice) {
    if (choice->kind == TR_SHOT_PICTURE)
        size_list(panel, picture_sizes, IM_ARRAYSIZE(picture_sizes), choice->picture_px);
    else
        size_list(panel, video_sizes, IM_ARRAYSIZE(video_sizes), choice->video_px);
}

static void background(tr_panel *panel, const tr_shot_choice *choice) {
    bool clear = choice->clear;
    label(panel, "Background");
    if (choice->kind == TR_SHOT_PICTURE ? choice->jpeg : !tr_reel_has_alpha(choice->reel)) {
        ImGui::TextColored(quiet, "Sky (this format has no alpha)");
        return;
    }
    if (ImGui::Checkbox("Transparent", &clear))
        command(panel, TR_COMMAND_PICTURE_CLEAR, clear);
    place(panel, "picture clear");
}

// One end of a flight: the saved view, and buttons to save the present view or to discard it.
static void flight_end(tr_panel *panel, const char *name, const char *button, int end,
                       const tr_shot_place &kept) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, forget = ImGui::GetFrameHeight();
    const double latitude = kept.camera.latitude_deg, longitude = kept.ground_longitude;
    ImGui::PushID(end);
    label(panel, name);
    if (text_button(panel, button, button, "Stores the current camera, sun and time",
                    ImVec2(kept.given ? -forget - gap : -1, 0)))
        command(panel, TR_COMMAND_SHOT_PLACE, end);
    if (kept.given) {
        ImGui::SameLine();
        if (ImGui::Button("×", ImVec2(forget, 0)))
            command(panel, TR_COMMAND_SHOT_FORGET, end);
        explain("Clear");
    }
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(label_width(panel));
    if (kept.given)
        ImGui::TextColored(quiet, "%.0f° %c, %.0f° %c; %.3g radii; %.1f h", std::fabs(latitude),
                           latitude < 0 ? 'S' : 'N', std::fabs(longitude), longitude < 0 ? 'W' : 'E',
                           kept.radii, kept.time_h);
    else
        ImGui::TextColored(quiet, "Current view");
    ImGui::PopID();
}

static void video(tr_panel *panel, const tr_shot_choice *chosen) {
    static const list_entry files[] = {{"MP4 video", "H.264, for video players and the web", TR_REEL_MP4},
                                       {"GIF", "256 colours, loops", TR_REEL_GIF},
                                       {"PNG sequence", "A folder of numbered frames", TR_REEL_FRAMES},
                                       {"Sprite sheet",
                                        "One PNG with all frames in a grid, and a JSON file with their layout",
                                        TR_REEL_SHEET}};
    list_entry rates[IM_ARRAYSIZE(tr_shot_rates)];
    for (int i = 0; i < IM_ARRAYSIZE(tr_shot_rates); i++) {
        rates[i] = {"", "", tr_shot_rates[i]};
        std::snprintf(rates[i].name, sizeof rates[i].name, "%d fps", tr_shot_rates[i]);
    }
    double seconds = chosen->seconds;
    if (chosen->kind == TR_SHOT_FLIGHT) {
        flight_end(panel, "Start", "Set start", 0, chosen->from);
        flight_end(panel, "End", "Set end", 1, chosen->to);
    }
    choice_list(panel, "shot", "Format", files, IM_ARRAYSIZE(files), chosen->reel, TR_COMMAND_SHOT_FILE);
    if (slider(panel, "Duration", &seconds, {0.2, 120, 1, false, "s", nullptr}, 6, true))
        command_number(panel, TR_COMMAND_SHOT_LENGTH, seconds);
    choice_list(panel, "shot", "Frame rate", rates, IM_ARRAYSIZE(rates), chosen->rate, TR_COMMAND_SHOT_RATE);
}

// Describes the size of the result. False: the size is not allowed, and the text says why.
static bool say_size(const tr_shot_choice *choice, char line[160]) {
    const tr_reel_options o = tr_capture_options(choice);
    const double mb = std::fmax(tr_reel_bytes(&o) / 1e6, 0.1);
    int columns = 0, rows = 0;
    if (o.kind == TR_REEL_PICTURE) {
        std::snprintf(line, 160, choice->jpeg ? "JPEG" : "PNG, about %.*f MB", mb < 10, mb);
        return true;
    }
    if (o.kind == TR_REEL_SHEET && !tr_reel_grid(o.frames, o.width, o.height, &columns, &rows)) {
        std::snprintf(line, 160,
                      "%d frames of this size need a sheet of more than %d pixels: use fewer or smaller frames",
                      o.frames, TR_REEL_WIDEST);
        return false;
    }
    const int end = std::snprintf(line, 160, "%d frames, about %.*f MB", o.frames, mb < 10, mb);
    if (columns > 0)
        std::snprintf(line + end, 160 - static_cast<size_t>(end), "; %d × %d px", columns * o.width,
                      rows * o.height);
    return true;
}

void say_rendering(const tr_capture *capture, char text[96]) {
    static const char *const phases[] = {"", "Computing maps …", "", "Writing …"};
    const double left = tr_capture_remaining_s(capture, glfwGetTime()), done = tr_capture_progress(capture);
    if (capture->phase != TR_SHOT_PAINTS)
        std::snprintf(text, 96, "%s", phases[capture->phase]);
    else if (left < 0)
        std::snprintf(text, 96, "%.0f %%", 100 * done);
    else
        std::snprintf(text, 96, left < 90 ? "%.0f %%, about %.0f s" : "%.0f %%, about %.0f min", 100 * done,
                      std::fmax(left < 90 ? left : left / 60, 1));
}

// Shows the size of the picture, or why it is not allowed. end: where the line wraps; 0: at the right edge of
// the scrolling body. Returns whether the picture is allowed.
static bool cost(tr_panel *panel, const tr_shot_choice *choice, bool shown, float end) {
    char text[160];
    const bool possible = say_size(choice, text) && !panel->is_refused;
    if (!shown)
        return possible;
    ImGui::PushTextWrapPos(end);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(possible ? quiet : alarm, "%s",
                       panel->is_refused ? "Correct the number in red first" : text);
    ImGui::PopTextWrapPos();
    if (end > 0)
        place(panel, "picture cost");
    return possible;
}

static void take_or_stop(tr_panel *panel, const tr_capture *capture, bool says_cost) {
    const float button = foot_button_width(panel) + ImGui::GetStyle().ItemSpacing.x;
    char text[160];
    line(panel);
    if (is_rendering(panel->app)) {
        say_rendering(capture, text);
        progress_row(panel, tr_capture_progress(capture), text, "shot cancel", TR_COMMAND_SHOT_CANCEL);
        return;
    }
    const float end = ImGui::GetWindowContentRegionMax().x - 2 * button;
    const bool possible = cost(panel, &capture->choice, says_cost, end);
    if (!says_cost)
        ImGui::Dummy(ImVec2(0, 0));
    folder_button(panel, "picture folder open", TR_CHOOSES_PICTURE_FOLDER);
    if (start_button(panel, "Render", "picture take", "Enter. S takes a screenshot of the view instead") &&
        possible)
        command(panel, TR_COMMAND_PICTURE);
}

static void name_row(tr_panel *panel, const tr_shot_choice *choice) {
    char name[TR_STEM_BYTES + 4];
    if (tr_files_picture_stem(panel->app, name, nullptr) != TR_OK)
        name[0] = 0;
    if (choice->kind == TR_SHOT_PICTURE && choice->jpeg && name[0])
        std::strcat(name, ".jpg");
    label(panel, "Name");
    kept_text(panel, "##name", &panel->picture_name, sizeof name, name, TR_COMMAND_PICTURE_NAME);
    place(panel, "picture name");
    explain("A number follows where a file of this name exists");
}

void picture_dialog(tr_panel *panel) {
    const tr_shot_choice *choice = &panel->app->capture.choice;
    if (begin_dialog(panel, "Picture", 400)) {
        const bool fits = foot_has_room(panel);
        begin_body(panel);
        kinds(panel, choice);
        sizes(panel, choice);
        background(panel, choice);
        if (choice->kind != TR_SHOT_PICTURE)
            video(panel, choice);
        folder_row(panel, "picture folder", &panel->picture_folder, panel->app->output.pictures,
                   TR_COMMAND_PICTURE_FOLDER, TR_CHOOSES_PICTURE_FOLDER);
        name_row(panel, choice);
        cost(panel, choice, !fits, 0);
        end_body(panel);
        sheet_note(panel, "picture");
        take_or_stop(panel, &panel->app->capture, fits);
        if (!is_rendering(panel->app))
            outcome(panel);
    }
    end_dialog(panel);
}

} // namespace panel
