#include "base/watch.h"

bool tr_stop_flag(void *flag) { return atomic_load_explicit((const atomic_bool *)flag, memory_order_relaxed); }
