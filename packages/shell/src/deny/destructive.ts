import type { ShellCommand } from '../shell-command.ts'
import { asksForHelp, isNamed, lowerName, texts } from './command-facts.ts'

/** `rm` with recursion and without questions, in any spelling; the same of Windows; and changes to a whole system or home. */
export function destructive(command: ShellCommand): string | undefined {
  if (asksForHelp(command)) return undefined
  if (isNamed(command, 'rm', 'grm')) return removesTree(texts(command))
  const whole = wholeTree(command)
  if (whole !== undefined) return whole
  const options = texts(command).map((text) => text.toLowerCase())
  if (isNamed(command, 'del', 'erase') && options.some((text) => /^\/[a-z/]*f/.test(text))) return 'deletes by force'
  if (isNamed(command, 'rd', 'rmdir') && options.some((text) => /^\/[a-z/]*s/.test(text))) return 'deletes a tree'
  if (lowerName(command) === 'remove-item' || lowerName(command) === 'ri') {
    const recurse = options.some((text) => /^-rec?/.test(text) || text === '-r')
    if (recurse && options.some((text) => /^-fo/.test(text))) return 'deletes a tree by force'
  }
  return undefined
}

function removesTree(words: readonly string[]): string | undefined {
  let recursive = false
  let forced = false
  for (const word of words) {
    if (word === '--') break
    if (/^--r/.test(word)) recursive = true
    else if (/^--(?:f|no-)/.test(word) || /^--i[a-z]*=(?:n|never)/.test(word)) forced = true
    else if (/^-[a-zA-Z]/.test(word)) {
      recursive ||= /[rR]/.test(word)
      forced ||= word.includes('f')
    }
  }
  return recursive && forced ? 'deletes a tree by force' : undefined
}

/** `find / -delete`, `chmod -R 777 ~`: a call that deletes or changes everything below a folder of the system or a home. */
function wholeTree(command: ShellCommand): string | undefined {
  const { call } = command
  const deletes = isNamed(command, 'find', 'gfind') && call.effects.has('deletes')
  const changes =
    isNamed(command, 'chmod', 'chown', 'chgrp', 'setfacl', 'chattr') &&
    texts(command).some((text) => /^-[a-zA-Z]*R|^--rec/.test(text))
  if (!deletes && !changes) return undefined
  const found = call.paths.find(({ path, zone }) => zone === 'system' || wholeHome.test(path))
  return found === undefined ? undefined : `${deletes ? 'deletes' : 'changes'} everything below ${found.path}`
}

const wholeHome = /^\/(?:root|(?:home|Users)(?:\/[^/]+)?)$/
