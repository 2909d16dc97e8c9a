import type { ShellCommand, Word } from '../shell-command.ts'
import { codeTexts, isNamed, runsOutputOf, texts } from './command-facts.ts'

const decodeAndRun =
  /\b(?:exec|eval|Function|system|instance_eval)\b[\s\S]*(?:b64decode|b32decode|decode_base64|base64_decode|atob\s*\(|fromhex|unhexlify|from_base64|unpack\s*\(?\s*['"](?:m|H)|Base64\.decode|['"]base64['"])|(?:b64decode|decode_base64|base64_decode|atob\s*\(|fromhex|['"]base64['"])[\s\S]*\b(?:exec|eval|system)\b/

/** `eval` of a substitution's output, and encoded text that is decoded into a shell. */
export function evalInjection(command: ShellCommand): string | undefined {
  if (isNamed(command, 'eval') && command.argv.slice(1).some((word) => word.from.length > 0 && !isActivation(word)))
    return 'evaluates the output of a command'
  if (runsOutputOf(command, decodes)) return `${command.argv[0]?.text ?? ''} runs decoded text`
  return codeTexts(command).some((code) => decodeAndRun.test(code)) ? 'the code runs decoded text' : undefined
}

/**
 * The set-up output of well-known programs for their shell: running it asks like any program, and does not count as an
 * attack.
 */
const activations =
  /^(?:ssh-agent(?: -[sc])?|keychain(?: --eval)?(?: [\w.-]+)*|direnv (?:hook|export) \w+|(?:pyenv|rbenv|nodenv|goenv|jenv) (?:init|virtualenv-init)(?: -{1,2}\w*)?(?: \w+)?|(?:starship|zoxide|mcfly|atuin) init \w+|fnm env(?: --[\w-]+)*|(?:mise|rtx) (?:activate|env)(?: \w+)?|brew shellenv(?: \w+)?|opam env|luarocks path|dircolors(?: -b)?|thefuck --alias(?: \w+)?|conda shell\.\w+ hook|minikube docker-env|docker-machine env(?: \w+)?|podman machine env|register-python-argcomplete [\w.-]+|[\w-]+ completion(?: -s)? (?:bash|zsh)|tmuxifier init -|lesspipe|gpg-agent --daemon)$/

function isActivation(word: Word): boolean {
  const commands = word.from.filter((command) => command.argv.length > 0 && !command.speculative)
  const [first] = commands
  return (
    commands.length === 1 &&
    first?.argv.every((part) => part.static) === true &&
    first.redirects.length === 0 &&
    activations.test(first.argv.map((part) => part.text).join(' '))
  )
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
