// The export dialog: target, maps, size and folder, with an estimate of the time.
#include "app/panel/panel.hpp"

#include <algorithm>
#include <strings.h>

namespace panel {

static bool is_before(const list_entry &a, const list_entry &b) {
    char labels[2][64];
    tr_export_label(a.name, labels[0], sizeof labels[0]);
    tr_export_label(b.name, labels[1], sizeof labels[1]);
    return strcasecmp(labels[0], labels[1]) < 0;
}

static list_entry make_entry(const char *name, const char *what, int value) {
    list_entry made = {"", what, value};
    std::snprintf(made.name, sizeof made.name, "%s", name);
    return made;
}

static void what_for(tr_panel *panel, const tr_target *chosen) {
    list_entry list[32];
    int count, added = 0;
    const tr_target *targets = tr_target_list(&count);
    list[added++] = make_entry("textures", "PNG files for any application", -1);
    for (int i = 0; i < count && added < IM_ARRAYSIZE(list); i++)
        list[added++] = make_entry(targets[i].name, targets[i].what, i);
    std::sort(list, list + added, is_before);
    choice_list(panel, "export", "For", list, added, chosen ? static_cast<int>(chosen - targets) : -1,
                TR_COMMAND_EXPORT_TARGET);
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(label_width(panel));
    hint(chosen ? chosen->what : "PNG files for any application");
}

static void projections(tr_panel *panel, const tr_export_choice *chosen) {
    static const char *const what[TR_LAYOUT_COUNT] = {
        "one map, twice as wide as high", "six faces of a cube, each a file",
        "six faces beside each other",    "six faces below each other",
        "six faces as a cross",           "tiles of a cube, in levels",
        "tiles of the map, in levels"};
    list_entry list[TR_LAYOUT_COUNT];
    int added = 0;
    for (int i = 0; i < TR_LAYOUT_COUNT; i++)
        if (tr_target_has_layout(chosen->target, static_cast<tr_layout>(i)))
            list[added++] = make_entry(tr_layout_name(static_cast<tr_layout>(i)), what[i], i);
    choice_list(panel, "export", "Projection", list, added, chosen->layout, TR_COMMAND_EXPORT_LAYOUT);
}

static void widths(tr_panel *panel, const tr_export_choice *chosen) {
    list_entry list[TR_CHOICE_WIDTHS];
    int px[TR_CHOICE_WIDTHS];
    const int count = tr_export_choice_widths(chosen, px);
    const bool face = tr_layout_is_cube(chosen->layout) && !tr_layout_is_pyramid(chosen->layout);
    for (int i = 0; i < count; i++) {
        list[i] = {"", "", px[i]};
        std::snprintf(list[i].name, sizeof list[i].name, "%d × %d%s", px[i], face ? px[i] : px[i] / 2,
                      face ? ", each face" : "");
    }
    choice_list(panel, "export", "Size", list, count, chosen->width, TR_COMMAND_EXPORT_WIDTH);
}

// The number of maps in all sets of the scene.
static int count_maps(const tr_app *app) {
    const tr_scene *scene = app->document.scene;
    int count = 0;
    for (int i = 0; i < scene->planet_count; i++) {
        tr_export_choice choice = app->output.choice; // which parts exist depends on the planet
        tr_export_choice_fit(&choice, scene->planets[i].recipe);
        count += __builtin_popcount(tr_export_choice_outputs(&choice, scene->planets[i].recipe));
    }
    return count;
}

// How much of a scene goes out, and that not all does.
static void what_of(tr_panel *panel, int count, bool all) {
    list_entry list[] = {{"", "Each under its own name", 1},
                         {"", "The one that you look at; the others are left out", 0}};
    std::snprintf(list[0].name, sizeof list[0].name, "All %d bodies, a set for each", count);
    std::snprintf(list[1].name, sizeof list[1].name, "This planet: %s",
                  tr_document_planet(&panel->app->document)->name);
    choice_list(panel, "export", "Bodies", list, 2, all, TR_COMMAND_EXPORT_ALL);
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(label_width(panel));
    if (all)
        ImGui::TextColored(quiet, "%d maps in %d sets", count_maps(panel->app), count);
    else
        ImGui::TextColored(accent, "%d other %s left out", count - 1, count == 2 ? "body is" : "bodies are");
    place(panel, all ? "export counted" : "export left out");
}

static void maps(tr_panel *panel, const tr_export_choice *choice) {
    const unsigned offered = tr_export_choice_offered(choice, tr_app_recipe(panel->app)),
                   outputs = tr_export_choice_outputs(choice, tr_app_recipe(panel->app));
    section(panel, "Maps");
    const float wide = ImGui::GetContentRegionAvail().x;
    const int columns = wide > scaled(panel, 600) ? 3 : panel->tall && wide < scaled(panel, 420) ? 1 : 2;
    if (!ImGui::BeginTable("maps", columns, ImGuiTableFlags_SizingStretchSame))
        return;
    for (int part = 0; part < TR_EXPORT_OUTPUTS; part++) {
        bool chosen = (outputs & 1u << part) != 0;
        char label[64], shown[72];
        if (!(offered & 1u << part))
            continue;
        ImGui::TableNextColumn();
        tr_export_label(tr_export_output_name(part), label, sizeof label);
        fit(label, ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - scaled(panel, 6), shown,
            sizeof shown);
        ImGui::PushID(part);
        if (ImGui::Checkbox(shown, &chosen))
            command(panel, TR_COMMAND_EXPORT_OUTPUT, part);
        placef(panel, "map %s", tr_export_output_name(part));
        explain(tr_export_output_what(part));
        ImGui::PopID();
    }
    ImGui::EndTable();
}

static void say_time(double seconds, char *text, size_t size) {
    if (seconds < 1)
        std::snprintf(text, size, "1 s");
    else if (seconds < 90)
        std::snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 5400)
        std::snprintf(text, size, "%.0f min", seconds / 60);
    else
        std::snprintf(text, size, "%.1f h", seconds / 3600);
}

static void say_bytes(double bytes, char *text, size_t size) {
    const double mb = bytes / 1e6;
    std::snprintf(text, size, mb < 1000 ? mb < 10 ? "%.1f MB" : "%.0f MB" : "%.1f GB",
                  mb < 1000 ? mb : mb / 1000);
}

static void say_cost(const tr_app *app, char *text, size_t size) {
    char time[32], bytes[32];
    const tr_export_cost cost = tr_file_output_cost(&app->output, app->document.scene, app->document.target);
    say_time(cost.seconds, time, sizeof time);
    say_bytes(cost.bytes, bytes, sizeof bytes);
    std::snprintf(text, size, "About %s, %s", bytes, time);
}

// cost: "" if the body of the dialog already shows it.
static void begin_or_stop(tr_panel *panel, const char *cost) {
    const tr_app *app = panel->app;
    char time[32], bytes[64];
    const double progress = export_progress(app);
    line(panel);
    if (progress >= 0) {
        say_time(tr_file_output_remaining_s(&app->output), time, sizeof time);
        std::snprintf(bytes, sizeof bytes, "%.0f %%, about %s", 100 * progress, time);
        progress_row(panel, progress, bytes, "export cancel", TR_COMMAND_CANCEL_EXPORT);
        return;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", cost);
    if (cost[0])
        place(panel, "export cost");
    folder_button(panel, "export folder open", TR_CHOOSES_EXPORT_FOLDER);
    if (start_button(panel, "Export", "export start", "Enter"))
        command(panel, TR_COMMAND_EXPORT);
}

static void file_names(tr_panel *panel, bool all) {
    const tr_export_stem *shown = &panel->app->export_stem;
    label(panel, "Name");
    if (all) {
        char names[sizeof shown->all + 4];
        hint("All files are in one folder. Their names begin with:");
        ImGui::Dummy(ImVec2(0, 0));
        ImGui::SameLine(label_width(panel));
        fit(shown->all, 2 * ImGui::GetContentRegionAvail().x, names, sizeof names);
        hint(names);
        placef(panel, "export names %s", names);
        return;
    }
    kept_text(panel, "##name", &panel->export_name, sizeof shown->stem, shown->stem, TR_COMMAND_EXPORT_NAME);
    place(panel, "export name");
}

void export_dialog(tr_panel *panel) {
    const tr_export_choice *chosen = &panel->app->output.choice;
    const int planets = panel->app->document.scene->planet_count;
    const bool all = panel->app->output.all && planets > 1;
    if (begin_dialog(panel, "Export", 480)) {
        char cost[80];
        say_cost(panel->app, cost, sizeof cost);
        const bool fits = foot_has_room(panel);
        begin_body(panel);
        if (planets > 1)
            what_of(panel, planets, all);
        what_for(panel, chosen->target);
        projections(panel, chosen);
        widths(panel, chosen);
        maps(panel, chosen);
        section(panel, "Files");
        folder_row(panel, "export folder", &panel->export_folder, panel->app->output.directory,
                   TR_COMMAND_EXPORT_FOLDER, TR_CHOOSES_EXPORT_FOLDER);
        file_names(panel, all);
        if (!fits)
            hint(cost);
        end_body(panel);
        sheet_note(panel, "export");
        begin_or_stop(panel, fits ? cost : "");
        if (export_progress(panel->app) < 0)
            outcome(panel);
    }
    end_dialog(panel);
}

} // namespace panel
