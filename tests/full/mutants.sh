#!/usr/bin/env bash
# All planted defects: see tests/mutants/run.
exec "${SOURCE_DIR:?}/tests/mutants/run"
