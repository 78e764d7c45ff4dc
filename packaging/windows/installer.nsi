; The installer for Windows, for the user who runs it: no administrator is needed. packaging/windows.sh runs makensis
; with -DVERSION=…, -DFILES=folder and -DOUTPUT=file.
Target amd64-unicode
SetCompressor /SOLID lzma
SetDateSave off
Name "Terrella ${VERSION}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Terrella"
InstallDirRegKey HKCU "Software\Terrella" "folder"
Icon "terrella.ico"
UninstallIcon "terrella.ico"
ManifestDPIAware true
XPStyle on
ShowInstDetails nevershow
ShowUninstDetails nevershow

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Terrella"
!define CLASSES "Software\Classes"

LicenseText "Terrella is free software." "Next >"
LicenseData "${FILES}/LICENSE"
Page license
Page directory
Page instfiles
UninstPage components
UninstPage instfiles

Section "Terrella"
    SetOutPath "$INSTDIR"
    File "${FILES}/terrella.exe"
    File "${FILES}/terrella-window.exe"
    File "${FILES}/LICENSES.txt"
    File "${FILES}/README.txt"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Terrella.lnk" "$INSTDIR\terrella-window.exe"
    WriteRegStr HKCU "Software\Terrella" "folder" "$INSTDIR"
    ; files of planets
    WriteRegStr HKCU "${CLASSES}\.terrella" "" "Terrella.Planet"
    WriteRegStr HKCU "${CLASSES}\Terrella.Planet" "" "Terrella planet"
    WriteRegStr HKCU "${CLASSES}\Terrella.Planet\DefaultIcon" "" "$INSTDIR\terrella-window.exe,0"
    WriteRegStr HKCU "${CLASSES}\Terrella.Planet\shell\open\command" "" '"$INSTDIR\terrella-window.exe" "%1"'
    ; the list of programs
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Terrella"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\terrella-window.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "the Terrella authors"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; icons of files are shown anew
SectionEnd

Section "un.Terrella"
    SectionIn RO
    Delete "$INSTDIR\terrella.exe"
    Delete "$INSTDIR\terrella-window.exe"
    Delete "$INSTDIR\LICENSES.txt"
    Delete "$INSTDIR\README.txt"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR" ; stays if other files are in it
    Delete "$SMPROGRAMS\Terrella.lnk"
    DeleteRegKey HKCU "Software\Terrella"
    DeleteRegKey HKCU "${CLASSES}\Terrella.Planet"
    DeleteRegKey HKCU "${CLASSES}\.terrella"
    DeleteRegKey HKCU "${UNINSTALL}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section /o "un.Settings and unsaved planets of all windows"
    RMDir /r "$LOCALAPPDATA\Terrella"
SectionEnd
