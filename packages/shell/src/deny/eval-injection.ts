import type { ShellCommand } from '../model/shell-command.ts'
import { codeTexts, isNamed, runsOutputOf, texts } from './command-facts.ts'

const decodeAndRun =
  /\b(?:exec|eval|Function|system|instance_eval)\b[\s\S]*(?:b64decode|b32decode|decode_base64|base64_decode|atob\s*\(|fromhex|unhexlify|from_base64|unpack\s*\(?\s*['"](?:m|H)|Base64\.decode|['"]base64['"])|(?:b64decode|decode_base64|base64_decode|atob\s*\(|fromhex|['"]base64['"])[\s\S]*\b(?:exec|eval|system)\b/

/** `eval` of what a substitution prints, and encoded text that is decoded into a shell. */
export function evalInjection(command: ShellCommand): string | undefined {
  if (isNamed(command, 'eval') && command.argv.slice(1).some((word) => word.from.length > 0))
    return 'evaluates the output of a command'
  if (runsOutputOf(command, decodes)) return `${command.argv[0]?.text ?? ''} runs decoded text`
  return codeTexts(command).some((code) => decodeAndRun.test(code)) ? 'the code runs decoded text' : undefined
}

function decodes(command: ShellCommand): boolean {
  const words = texts(command)
  if (isNamed(command, 'base64', 'base32', 'base16', 'basenc', 'base58', 'base91'))
    return words.some((word) => /^-[a-zA-Z]*[dD]|^--d/.test(word))
  if (isNamed(command, 'openssl')) return words.some((word) => /^--?d$/.test(word))
  if (isNamed(command, 'xxd')) return words.some((word) => /^-[a-z]*r/.test(word))
  if (isNamed(command, 'gpg', 'gpg2', 'age')) return words.some((word) => /^(?:-[a-z]*d[a-z]*|--decrypt)$/.test(word))
  return isNamed(command, 'uudecode', 'ascii2uni', 'unxor')
}
