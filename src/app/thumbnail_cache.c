#include "app/private/thumbnail_cache.h"

#include "base/hash.h"
#include "base/size.h"
#include "live/thumbnails.h"

#include "render/gl.h"

#include <GLFW/glfw3.h>
#include <glad/gl.h>

enum { most_pictures = 500 };

static void remove_at(tr_thumbnail_cache *pictures, int at) {
    if (pictures->list[at].texture)
        glDeleteTextures(1, &pictures->list[at].texture);
    pictures->list[at] = pictures->list[--pictures->count];
}

void tr_thumbnail_cache_end(tr_thumbnail_cache *pictures) {
    while (pictures->count > 0)
        remove_at(pictures, pictures->count - 1);
    tr_thumbnails_destroy(pictures->thumbnails);
    tr_free(pictures->list);
    *pictures = (tr_thumbnail_cache){0};
}

static tr_thumbnail_texture *find(const tr_thumbnail_cache *pictures, uint64_t key) {
    for (int i = 0; i < pictures->count; i++)
        if (pictures->list[i].key == key)
            return &pictures->list[i];
    return NULL;
}

const tr_thumbnail_texture *tr_thumbnail_cache_find(const tr_thumbnail_cache *pictures, uint64_t key) {
    return find(pictures, key);
}

// Makes space for one more picture; the least recently requested one is dropped.
static bool reserve(tr_thumbnail_cache *pictures) {
    if (pictures->count == most_pictures) {
        int oldest = 0;
        for (int i = 1; i < pictures->count; i++)
            if (pictures->list[i].wanted < pictures->list[oldest].wanted)
                oldest = i;
        remove_at(pictures, oldest);
    }
    return tr_grow(&pictures->list, pictures->count, sizeof *pictures->list);
}

static bool start(tr_thumbnail_cache *pictures) {
    const tr_thumbnails_options options = {
        .threads = pictures->threads, .isa = pictures->isa, .wake = glfwPostEmptyEvent};
    return pictures->thumbnails || tr_thumbnails_create(&options, &pictures->thumbnails, NULL) == TR_OK;
}

const tr_thumbnail_texture *tr_thumbnail_cache_get(tr_thumbnail_cache *pictures,
                                                   const tr_thumbnail_wish *wish) {
    tr_thumbnail_wish own = *wish;
    if (wish->kind != TR_THUMBNAIL_GLOBE) // the globe uses the key unchanged
        own.key = tr_hash_pair(wish->key, wish->kind);
    tr_thumbnail_texture *picture = find(pictures, own.key);
    if (!picture && start(pictures) && reserve(pictures)) {
        picture = &pictures->list[pictures->count++];
        *picture = (tr_thumbnail_texture){.key = own.key};
        tr_thumbnails_ask(pictures->thumbnails, &own);
    }
    if (picture)
        picture->wanted = ++pictures->commands;
    return picture;
}

void tr_thumbnail_cache_forget(tr_thumbnail_cache *pictures) {
    if (pictures->thumbnails)
        tr_thumbnails_forget(pictures->thumbnails);
    tr_thumbnail_cache_take(pictures); // keeps finished ones
    for (int i = pictures->count - 1; i >= 0; i--)
        if (!pictures->list[i].texture && !pictures->list[i].failed)
            remove_at(pictures, i);
}

int tr_thumbnail_cache_count(const tr_thumbnail_cache *pictures) {
    int count = 0;
    for (int i = 0; i < pictures->count; i++)
        count += pictures->list[i].texture != 0;
    return count;
}

int tr_thumbnail_cache_left(const tr_thumbnail_cache *pictures) {
    return pictures->thumbnails ? tr_thumbnails_left(pictures->thumbnails) : 0;
}

// With mipmaps, because they are also shown much smaller.
static unsigned upload(const uint8_t *rgba) {
    unsigned texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TR_THUMBNAIL_PX, TR_THUMBNAIL_PX, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 rgba);
    glGenerateMipmap(GL_TEXTURE_2D);
    tr_gl_set_sampling(GL_TEXTURE_2D, 0, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

bool tr_thumbnail_cache_take(tr_thumbnail_cache *pictures) {
    tr_thumbnail taken;
    bool news = false;
    while (pictures->thumbnails && tr_thumbnails_take(pictures->thumbnails, &taken)) {
        tr_thumbnail_texture *picture = find(pictures, taken.key);
        if (picture && !picture->texture) {
            picture->texture = taken.rgba ? upload(taken.rgba) : 0;
            picture->failed = !taken.rgba;
            news = true;
        }
        tr_free(taken.rgba);
    }
    return news;
}

void tr_thumbnail_cache_lose(tr_thumbnail_cache *pictures) {
    if (pictures->thumbnails)
        tr_thumbnails_forget(pictures->thumbnails);
    pictures->count = 0;
}
