/** Programs that run shell command lines. Fish, csh and the Windows shells are read as if they were bash. */
export const shellNames: ReadonlySet<string> = new Set(
  `sh bash zsh dash ash ksh ksh93 mksh pdksh rbash yash posh fish csh tcsh elvish xonsh nu osh hush sash tasksh ksshell
  bash5 bash4 cmd powershell pwsh`.split(/\s+/),
)
