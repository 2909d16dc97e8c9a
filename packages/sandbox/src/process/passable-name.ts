/** Make a shell read a file or change its ways before it comes to its line. Not even the operator's list lets them pass. */
const startUpFiles: ReadonlySet<string> = new Set(['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'PS4', 'PROMPT_COMMAND'])
const isExportedFunction = (name: string): boolean => name.startsWith('BASH_FUNC_')

const secretName = /((KEY|SECRET|TOKEN|CREDENTIAL|PASS(WORD|WD|PHRASE)?|DSN|AUTH|COOKIE)S?|(^|_)(PAT|JWT|PWD))(_|$)/i
/** Sounds like a secret, but holds the path of a socket. */
const agentSocket = 'SSH_AUTH_SOCK'

/** Returns true if a variable of this name may reach programs at all. */
export function isPassableName(name: string): boolean {
  return !startUpFiles.has(name) && !isExportedFunction(name) && (name === agentSocket || !secretName.test(name))
}
