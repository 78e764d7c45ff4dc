// The dialog for a dropped height map: scale factor and output file.
#include "app/panel/panel.hpp"

namespace panel {

static void times_list(tr_panel *panel, const tr_enhancing *e) {
    char shown[64];
    label(panel, "Upscale");
    std::snprintf(shown, sizeof shown, "%d×", 1 << e->times);
    if (begin_list(panel, "##times", shown)) {
        for (int times = 1; times <= 6; times++) {
            std::snprintf(shown, sizeof shown, "%d×", 1 << times);
            if (list_item(panel, shown, times == e->times))
                command(panel, TR_COMMAND_ENHANCE_SCALE, times);
            placef(panel, "times %d", times);
        }
        ImGui::EndCombo();
    }
    place(panel, "enhance times");
}

static void wrap_list(tr_panel *panel, const tr_enhancing *e) {
    static const char *const names[] = {"None", "Left and right (whole planet)", "All sides (tile)"};
    int wrap = static_cast<int>(e->wrap);
    label(panel, "Seamless");
    if (choice(panel, "##wrap", names[wrap], names, IM_ARRAYSIZE(names), &wrap))
        command(panel, TR_COMMAND_ENHANCE_WRAP, wrap);
    place(panel, "enhance wrap");
}

static void file_field(tr_panel *panel, const tr_enhancing *e) {
    label(panel, "File");
    kept_text(panel, "##file", &panel->enhance_file, sizeof panel->enhance_file.text, e->path,
              TR_COMMAND_ENHANCE_FILE);
    place(panel, "enhance file");
}

static void begin_or_stop(tr_panel *panel, const tr_enhancing *e) {
    char text[64];
    line(panel);
    if (e->work) {
        std::snprintf(text, sizeof text, "%d %%", e->percent);
        progress_row(panel, e->percent / 100.0, text, "enhance cancel", TR_COMMAND_ENHANCE_CANCEL);
        return;
    }
    ImGui::AlignTextToFramePadding();
    int64_t width, height;
    tr_enhancing_size(e, &width, &height);
    ImGui::TextColored(quiet, "PNG, 16 bits, %lld × %lld", static_cast<long long>(width),
                       static_cast<long long>(height));
    if (start_button(panel, "Enhance", "enhance start", "Enter"))
        command(panel, TR_COMMAND_ENHANCE);
}

void enhance_dialog(tr_panel *panel) {
    const tr_enhancing *e = &panel->app->enhancing;
    if (begin_dialog(panel, "Enhance a height map", 460)) {
        begin_body(panel);
        ImGui::TextWrapped("%s, %d × %d", tr_path_name(e->source), e->width, e->height);
        explain(e->source);
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(quiet, "This image holds no planet. Enhance adds detail to it as a height "
                                  "map: mountains get rocky, plains stay smooth.");
        ImGui::PopTextWrapPos();
        times_list(panel, e);
        wrap_list(panel, e);
        file_field(panel, e);
        end_body(panel);
        begin_or_stop(panel, e);
        if (!e->work)
            outcome(panel);
    }
    end_dialog(panel);
}

} // namespace panel
