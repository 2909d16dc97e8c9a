/**
 * The meaning of an option or operand. `data`: free text, may be unknown. `text`: free text that must be known. `name`:
 * a word without effect of its own; for a program that does more than read, a value that looks like a path, a URL or a
 * code file is a gadget, since it may be loaded. `read list write delete script`: a path and its use. `output`: a file
 * written by a program that otherwise reads. `edit`: writes the files that its operands name. `settings`: a file of
 * settings that the program obeys, and perhaps of code that it loads. `send`: a file whose
 * content leaves the machine. `directory`: the folder to work in. `place`: the same for a program that writes there or
 * obeys files there. `names`: a file that names the files to read. `contained`: harmless, but not known well enough for
 * the core list. `host`, `url`: the destination of a connection. `run`: a command or code to load. `code`: inline code.
 * `change`: no longer read-only, but within the purpose of the program. `gadget`: more than the program's name says.
 * `recursive`: reads a whole tree. `help`: prints help. `goal`: one of several tasks; a rule that names one covers no
 * other. `pattern`: data that replaces the first operand. `ignored-pattern`: the operand that it replaces.
 */
export type ArgumentRole =
  | 'name'
  | 'text'
  | 'contained'
  | 'names'
  | 'goal'
  | 'data'
  | 'pattern'
  | 'read'
  | 'list'
  | 'write'
  | 'delete'
  | 'script'
  | 'output'
  | 'edit'
  | 'settings'
  | 'send'
  | 'directory'
  | 'place'
  | 'host'
  | 'url'
  | 'run'
  | 'code'
  | 'change'
  | 'gadget'
  | 'recursive'
  | 'help'

/** The way that a program tells options from operands; see `Profile.style`. */
export type ArgumentStyle = 'gnu' | 'posix' | 'single'
