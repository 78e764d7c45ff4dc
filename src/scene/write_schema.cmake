# cmake -DPROGRAM=terrella -DMADE=a -DFILE=b -P write_schema.cmake: puts the JSON Schema of scenes where editors look
# for it. A source tree that cannot be written to stays as it is.
execute_process(COMMAND ${PROGRAM} list schema OUTPUT_FILE ${MADE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different ${MADE} ${FILE} ERROR_QUIET)
