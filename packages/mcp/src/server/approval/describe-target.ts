import { assertNever, type Target } from '@drawbridge/core'
import { showText } from './show-text.ts'

const limit = 300

/** One line on what a call will touch, for the person who decides on it. */
export function describeTarget(target: Target): string {
  switch (target.kind) {
    case 'path': {
      const marks = [
        target.zone === 'outside' && 'outside the workspace',
        target.recursive && 'with all below it',
        target.sensitive && 'may hold secrets',
        target.protected === true && 'changes what runs later',
      ].filter((mark) => mark !== false)
      return `${target.access} ${showText(target.real, limit)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
    }
    case 'command': {
      const line = target.argv.map((word) => JSON.stringify(word.text)).join(' ')
      return `run ${showText(line, limit)} in ${showText(target.cwd, limit)}${target.dynamic ? ' (parts of it are known only when it runs)' : ''}`
    }
    case 'host':
      return `connect to ${target.scheme}://${showText(target.host, limit)}:${target.port}`
    case 'session':
    case 'agent':
    case 'server':
      return `act on the ${target.kind} ${showText(target.id, limit)}`
    case 'dynamic':
      return `something known only when it runs: ${target.of} (${showText(target.why, limit)})`
    default:
      return assertNever(target)
  }
}
