#!/usr/bin/env bash
# All planted defects: see tests/mutants/run.
# ctest: COST 110
exec "${SOURCE_DIR:?}/tests/mutants/run"
