import type { CallBuilder } from '../call-builder.ts'
import { checkRecipes } from './check-input-commands.ts'

const harmlessCache =
  /^(?:CMAKE_(?:BUILD_TYPE|EXPORT_COMPILE_COMMANDS|C(?:XX)?_STANDARD|VERBOSE_MAKEFILE|POSITION_INDEPENDENT_CODE|INTERPROCEDURAL_OPTIMIZATION)|(?:\w+_)?(?:BUILD|ENABLE|DISABLE|WITH|USE)_\w+)(?::[A-Z]+)?=[\w.+-]*$/

/** A cache entry may name a compiler or a tool-chain file; what follows `--` goes to the build tool. */
export function checkCmake(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (option.name === '-D' && !harmlessCache.test(value?.text ?? ''))
      call.gadget(index, `${value?.text ?? '-D'} may name a program`)
  }
  for (const { word, index, afterDashes } of call.parsed.operands) {
    if (!afterDashes) call.path(word, 'list')
    else if (!/^(?:-[jklv]\d*|\d+|--verbose)$/.test(word.text))
      call.gadget(index, `${word.text} goes to the build tool`)
  }
}

/** Variables on the command line are expanded into recipes: only plain values, and none that names a program. */
export function checkMake(call: CallBuilder): void {
  checkRecipes(call)
  for (const { word, index } of call.parsed.operands) {
    const match = /^([\w.-]+)[:+?]?=(.*)$/s.exec(word.text)
    if (match === null) continue
    const [, name = '', value = ''] = match
    const program =
      /^(?:\.?SHELL|\.?SHELLFLAGS|MAKE\w*|\w*OPTIONS|\w*OPTS|\w*ARGS|LD_\w+|DYLD_\w+|\w*PATH|BASH_ENV|ENV|HOME|RUBY\w*|PERL\w*|GIT_\w+|npm_config_\w+|NPM_CONFIG_\w+|CC|CXX|CPP|LD|AR|AS|FC|LEX|YACC|RM|INSTALL|PYTHON|NODE|\w*FLAGS|\w*_CMD|\w*COMMAND|EDITOR|PATH)$/.test(
        name,
      )
    if (program || !/^[\w.@:,+/-]*$/.test(value) || /^[/.~]|\.\.\//.test(value)) {
      call.gadget(index, `${word.text} could run code`)
    }
  }
}
