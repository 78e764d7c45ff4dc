# Run by cpack once the files of the packages are in their places: what Debian wants of them, and nothing of the hour in which
# they are packed. SOURCE_DATE_EPOCH is the time that all files get; without it, that of the program's last change is not known
# and it is now.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(epoch $ENV{SOURCE_DATE_EPOCH})
else()
  string(TIMESTAMP epoch "%s" UTC)
endif()
set(ENV{LC_ALL} C)
execute_process(COMMAND date -u -R -d @${epoch} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(folder IN ITEMS terrella libterrella${CPACK_TERRELLA_MAJOR} libterrella-dev)
  file(GLOB documents ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/doc/${folder})
  foreach(document IN LISTS documents)
    file(WRITE ${document}/changelog.Debian "terrella (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * What is new: see the changelog of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
    execute_process(COMMAND gzip -9nf ${document}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()
file(GLOB manuals ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/man*/*)
list(FILTER manuals EXCLUDE REGEX "\\.gz$")
foreach(manual IN LISTS manuals)
  execute_process(COMMAND gzip -9nf ${manual} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @${epoch} {} + COMMAND_ERROR_IS_FATAL ANY)
