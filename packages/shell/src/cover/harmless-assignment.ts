import type { AssignmentUse, ShellCommand } from '../shell-command.ts'
import { isPlainName } from '../word/plain-name.ts'

const harmless =
  /^(?:CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|ENVIRONMENT|FORCE_COLOR|NO_COLOR|COLOR|CLICOLOR|CLICOLOR_FORCE|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|DEBUG|VERBOSE|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|DEBIAN_FRONTEND|HUSKY|SKIP|UPDATE_SNAPSHOTS|TEST_ENV|PORT|SOURCE_DATE_EPOCH|NEXT_TELEMETRY_DISABLED|DO_NOT_TRACK|GOOS|GOARCH|CGO_ENABLED|GIT_TERMINAL_PROMPT|MSYS_NO_PATHCONV|DOCKER_BUILDKIT|COMPOSE_DOCKER_CLI_BUILD)$/

/** Variables whose values name files of the system: messages, which hold formats for printing, zones and terminals. */
const namesFile = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM)$/

/** Returns true if an assignment changes nothing that a program runs or trusts. */
export function isHarmlessAssignment(assignment: AssignmentUse, command: ShellCommand): boolean {
  const { name, value } = assignment
  if (namesFile.test(name) && (!value.static || !staysInSystem(name, value.text))) return false
  if (harmless.test(name)) return value.static || (!value.secret && !value.splits)
  if (assignment.exported) return name === 'IFS' && command.call.name === 'read'
  return isPlainName(name)
}

/** Returns true if a value cannot lead to files elsewhere. The name of a zone has slashes: `Europe/Berlin`. */
function staysInSystem(name: string, value: string): boolean {
  if (name === 'TZ') return !/^[:/.~]|\.\./.test(value)
  return !/[/%]/.test(value)
}
