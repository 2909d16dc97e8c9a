import type { ShellCommand } from '../shell-command.ts'
import { sourcesOf } from '../walk/upstream.ts'
import { codeTexts, isNamed, isShell, joinedTexts, runsOutputOf, texts } from './command-facts.ts'

const sockets =
  /\b(?:socket|TCPSocket|TCPServer|fsockopen|stream_socket_client|net\.(?:connect|Socket|createConnection|createServer)|IO::Socket|gen_tcp|TCPClient|UDPSocket)\b|require\s*\(?\s*['"](?:node:)?net['"]|use\s+Socket|-MIO/i
const starting =
  /\b(?:exec\w*|spawn\w*|popen|pty|dup2|subprocess|child_process|system|proc_open|passthru|shell_exec|execute)\b|\/bin\/(?:ba|z|da|k)?sh/

/** Connects a shell to the network. */
export function reverseShell(command: ShellCommand): string | undefined {
  const redirect = command.redirects.find((use) => /^\/dev\/(?:tcp|udp)\//.test(use.target.text))
  if (redirect !== undefined) return `opens ${redirect.target.text}`
  const words = texts(command)
  if (isNamed(command, 'nc', 'ncat', 'netcat', 'nc.traditional', 'nc.openbsd', 'pwncat') && startsProgram(words))
    return 'gives a connection to a program'
  if (
    isNamed(command, 'socat') &&
    words.some((word) => /(?:^|,)(?:exec|system|shell):/i.test(word)) &&
    words.some((word) => /^(?:tcp|udp|ssl|openssl|sctp|vsock|socks)/i.test(word))
  ) {
    return 'gives a connection to a program'
  }
  if (isConnection(command) && sourcesOf(command).some(isShell)) return 'sends the output of a shell to a connection'
  if (runsOutputOf(command, isConnection)) return 'runs what a connection sends'
  if (isNamed(command, 'awk', 'gawk', 'mawk', 'nawk') && words.some((word) => /\/inet[46]?\/(?:tcp|udp)\//.test(word)))
    return 'opens a connection in awk'
  const code = isNamed(command, 'powershell', 'pwsh') ? [joinedTexts(command)] : codeTexts(command)
  if (code.some((text) => sockets.test(text) && starting.test(text)))
    return 'the code connects a program to the network'
  if (code.some((text) => /\/dev\/(?:tcp|udp)\//.test(text) && starting.test(text)))
    return 'the code opens a connection'
  return isNamed(command, 'ztcp') ? 'opens a connection' : undefined
}

function startsProgram(words: readonly string[]): boolean {
  return words.some((word, index) => {
    if (/^--(?:exec|sh-exec|lua-exec)(?:=|$)/.test(word) || /^-[a-zA-Z]*e/.test(word)) return true
    return /^-[a-zA-Z]*c$/.test(word) && /sh$|sh\s|cmd/.test(words[index + 1] ?? '')
  })
}

function isConnection(command: ShellCommand): boolean {
  if (isNamed(command, 'nc', 'ncat', 'netcat', 'telnet', 'socat', 'websocat')) return true
  return isNamed(command, 'openssl') && command.argv[1]?.text === 's_client'
}
