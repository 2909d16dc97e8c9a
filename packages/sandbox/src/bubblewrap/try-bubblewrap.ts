import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { errorMessage } from '@drawbridge/core'

const patienceMs = 5000
/** Binding by descriptor came with 0.10.0, and with the distributions' repairs of CVE-2024-42472. */
const needed = ['--bind-fd', '--ro-bind-fd', '--disable-userns', '--json-status-fd', '--args', '--perms', '--size']
const whole = ['--ro-bind', '/', '/', '--proc', '/proc']

/** Checks if bubblewrap works on this machine and returns its path; otherwise the reason, with the way out. */
export async function tryBubblewrap(
  file: string,
): Promise<
  { readonly status: 'works'; readonly version: string } | { readonly status: 'fails'; readonly reason: string }
> {
  const run = (...words: readonly string[]) => promisify(execFile)(file, words, { timeout: patienceMs, env: {} })
  // All at once: the first command of a process waits for them.
  const trial = run('--unshare-all', '--unshare-user', '--disable-userns', ...whole, '/bin/true')
  trial.catch(() => undefined)
  try {
    const [help, { stdout }] = await Promise.all([run('--help'), run('--version')])
    const missing = needed.find((option) => !help.stdout.includes(option))
    if (missing !== undefined) {
      return {
        status: 'fails',
        reason: `"${file}" is too old: it has no option ${missing}. Update it to 0.10.0 or later.`,
      }
    }
    await trial
    return { status: 'works', version: stdout.trim() }
  } catch (error) {
    return { status: 'fails', reason: whyNot(errorMessage(error)) }
  }
}

function whyNot(message: string): string {
  if (/namespace|uid map|Operation not permitted|Permission denied/i.test(message)) {
    return `this user may not create namespaces (${lastLine(message)}). See kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns and user.max_user_namespaces; in a container, its seccomp profile.`
  }
  return `bubblewrap does not work here: ${lastLine(message)}`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
