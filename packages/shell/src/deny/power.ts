import { resolvePath } from '../effect/resolve-path.ts'
import type { ShellCommand } from '../shell-command.ts'
import { asksForHelp, codeTexts, isNamed, texts } from './command-facts.ts'

const verbs =
  /^(?:poweroff|power-off|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|soft-reboot|sleep|emergency|rescue|shutdown)$/i
const units =
  /^(?:poweroff|reboot|halt|shutdown|emergency|rescue|suspend|hibernate|kexec|ctrl-alt-del|runlevel[016])(?:\.target|\.service)?$/i
const looking = /^(?:status|show|cat|list-.*|is-.*|help|edit|mask|unmask|enable|disable|get-default)$/

const programFolder = /\/s?bin\/[^/]+$/

/** A project file may be called `reboot`; the program is named bare, or is in a folder of programs. */
function isProgram(command: ShellCommand, ...names: readonly string[]): boolean {
  if (!isNamed(command, ...names)) return false
  const text = command.argv[0]?.text ?? ''
  if (!text.includes('/')) return true
  return /^[/~]/.test(text)
    ? programFolder.test(text)
    : programFolder.test(resolvePath(command.location.path, text)) && (command.location.left || text.startsWith('..'))
}

/** Turns the machine off, restarts it or puts it to sleep. */
export function power(command: ShellCommand): string | undefined {
  const trigger = [...command.redirects.map((redirect) => redirect.path), ...command.call.paths]
  if (trigger.some((use) => use?.access === 'write' && use.path === '/proc/sysrq-trigger'))
    return 'writes to the system request trigger'
  if (asksForHelp(command)) return undefined
  const words = texts(command)
  const operands = words.filter((word) => !word.startsWith('-'))
  if (isProgram(command, 'shutdown')) {
    return words.some((word) => /^(?:-c|--show|-k|\/a|\/\?|-\?)$/.test(word)) ? undefined : 'turns the machine off'
  }
  if (
    isProgram(
      command,
      'reboot',
      'halt',
      'poweroff',
      'stop-computer',
      'restart-computer',
      'openrc-shutdown',
      'pm-suspend',
      'pm-hibernate',
      'pm-powersave',
    )
  ) {
    return words.some((word) => /^(?:-w|--wtmp-only)$/.test(word)) ? undefined : 'turns the machine off'
  }
  if (isNamed(command, 'kexec') && words.some((word) => /^(?:-[a-z]*e|--exec|--force|-f)$/.test(word)))
    return 'starts another kernel'
  if (isProgram(command, 'init', 'telinit') && /^[06]$/.test(operands[0] ?? ''))
    return 'changes to a run level that ends the system'
  if (isNamed(command, 'systemctl', 'loginctl', 'dinitctl', 'rc-service')) return serviceManager(operands)
  const bus = isNamed(command, 'busctl', 'dbus-send', 'gdbus', 'qdbus')
  if (bus && words.some((word) => /(?:PowerOff|Reboot|Halt|Suspend|Hibernate)(?:WithFlags)?$/.test(word)))
    return 'asks the login manager to turn the machine off'
  if (
    isNamed(command, 'ipmitool') &&
    operands.includes('power') &&
    operands.some((word) => /^(?:off|reset|cycle|soft)$/.test(word))
  )
    return 'turns the machine off'
  if (isNamed(command, 'rtcwake') && words.some((word) => /^(?:off|mem|disk|standby)$/.test(word)))
    return 'puts the machine to sleep'
  if (
    isNamed(command, 'osascript') &&
    codeTexts(command).some((code) => /\b(?:shut ?down|restart|sleep)\b/i.test(code))
  )
    return 'turns the machine off'
  if (isNamed(command, 'kill') && words.indexOf('-1', 1) > 0) return 'ends every process'
  return undefined
}

function serviceManager(operands: readonly string[]): string | undefined {
  const [verb = '', ...rest] = operands
  if (looking.test(verb)) return undefined
  if (operands.some((word) => verbs.test(word))) return 'turns the machine off'
  if (/^(?:start|restart|isolate|set-default)$/.test(verb) && rest.some((unit) => units.test(unit)))
    return `starts ${rest.join(' ')}`
  return undefined
}
