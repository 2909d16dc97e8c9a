import type { EndedProgram } from '../launch/program.ts'

const network =
  /could not resolve|EAI_AGAIN|ENOTFOUND|ENETUNREACH|name resolution|name or service not known|bad address '|unable to resolve|failed to lookup address|network is unreachable|no address associated|connection refused|ECONNREFUSED|couldn't connect|cannot connect|failed to connect|dial (tcp|udp|unix)/i
const written =
  /read-only file system|EROFS|cannot create|cannot touch|could not create|unable to create|no space left|ENOSPC|not writable|index\.lock/i
const refused = /permission denied|EACCES|operation not permitted|EPERM/i
const wayOut = 'If the command needs that, repeat it with contained: false; a person is then asked.'

/**
 * Returns remarks about restrictions of the containment, judged by a program's error output: programs do not know about
 * it. They only state the restriction, since a program may have failed for another reason. Pure.
 */
export function containmentRemarks({ errors, exitCode }: EndedProgram): readonly string[] {
  if (exitCode === 0) return []
  const isWritten = written.test(errors)
  const isNetwork = network.test(errors)
  return [
    ...(isWritten
      ? [`It ran contained, where only TMPDIR can be written, which is removed afterwards. ${wayOut}`]
      : []),
    ...(isNetwork ? [`It ran contained, without network and sockets. ${wayOut}`] : []),
    ...(!isWritten && !isNetwork && refused.test(errors)
      ? [
          `It ran contained, where it cannot write or use the network, and cannot see credentials, homes or other processes. ${wayOut}`,
        ]
      : []),
    ...(exitCode === 127
      ? [`It ran contained, where only program folders on the search path are visible in homes. ${wayOut}`]
      : []),
    ...(exitCode === 137
      ? [`It ran contained, where memory and processes are limited, and was killed. ${wayOut}`]
      : []),
  ]
}
