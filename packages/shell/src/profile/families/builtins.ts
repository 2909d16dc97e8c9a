import { isHarmlessShellOption } from '../../unwrap/shell-options.ts'
import { matchesGlob } from '../../word/matches-glob.ts'
import type { CallBuilder } from '../call-builder.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { ProfileTable } from '../profile.ts'

/**
 * Some builtins evaluate the subscript of a variable name, even inside single quotes: each name must be known, and a subscript
 * be a number. `export NAME=…` is known up to its sign.
 */
function noSubscripts(call: CallBuilder): void {
  for (const { word } of call.parsed.operands) {
    const name = /^[A-Za-z_]\w*(?:\[\d+\])?\+?=/.exec(word.prefix)
    if (name !== null) {
      if (/^[^=]*=\(/.test(word.text)) call.gadget(-1, `the list in ${word.text} is evaluated`)
      continue
    }
    if (!word.static) call.gadget(-1, `${word.text} is not known, and a subscript in it would be evaluated`)
    else if (/\[(?!\d+\]|[@*]\])/.test(word.text)) call.gadget(-1, `${word.text} may be evaluated as a subscript`)
  }
}

/** Builtins whose operands set variables that programs or the shell may read. */
function checkNames(call: CallBuilder): void {
  noSubscripts(call)
  for (const { word, index } of call.parsed.operands) {
    if (!/^[a-z_][a-zA-Z0-9_]*$/.test(word.text) && !/^(?:REPLY|MAPFILE|[A-Z])$/.test(word.text))
      call.gadget(index, `sets ${word.text}`)
  }
}

function checkGetopts(call: CallBuilder): void {
  const name = call.argv[2]
  if (name !== undefined && !/^[a-z_]\w*$|^[A-Z]$/.test(name.static ? name.text : ''))
    call.gadget(2, `sets ${name.text}`)
}

/** The operators of `test` that evaluate the subscript of a variable name. */
const evaluating = ['-v', '-R']

const condition = { operands: 'data*', anyOption: true, core: 'reader' as const, check: checkCondition }

function checkCondition(call: CallBuilder): void {
  for (const { text, static: isStatic } of call.argv.slice(1)) {
    if (isStatic && /\[.*[$`(]|[$`]\(/.test(text)) call.gadget(-1, `${text} may be evaluated as a subscript`)
  }
  call.argv.forEach((word, index) => {
    if (word.text === '-v' || word.text === '-R') call.gadget(index, `${word.text} evaluates its operand`)
    if (index > 0) call.data(index)
    const previous = call.argv[index - 1]
    if (/^-[a-hkprstuwxGLNOS]$/.test(previous?.text ?? '')) call.path(word, 'list')
    if (word.pattern && evaluating.some((operator) => matchesGlob(word.text, operator)))
      call.gadget(-1, `${word.text} may match several names, and an operator that evaluates the next`)
    if (word.splits || (!word.static && previous?.static === false))
      call.gadget(-1, `${word.text} could become an operator`)
  })
}

/** Builtins of the shell that do not start commands. */
export const builtins: ProfileTable = {
  ':': { operands: 'data*', anyOption: true, core: 'reader' },
  echo: {
    operands: 'data*',
    anyOption: true,
    core: 'reader',
    check: (call) => {
      for (const index of call.argv.keys()) call.data(index)
    },
  },
  printf: {
    options: '-v=:gadget',
    operands: 'data*',
    core: 'reader',
    style: 'posix',
    check: refuseOperands(/%[^a-zA-Z%]*\d{6}|^\d{7,}$/, 'prints too much'),
  },
  test: condition,
  '[': condition,
  cd: { options: '-[LPe@]', operands: 'directory', core: 'reader' },
  pushd: { options: '-n', operands: 'directory', core: 'reader' },
  popd: { options: '-n', operands: 'name', core: 'reader' },
  dirs: { options: '-[clpv]', operands: 'name', core: 'reader' },
  exit: { operands: 'name', core: 'reader' },
  return: { operands: 'name', core: 'reader' },
  break: { operands: 'name', core: 'reader' },
  continue: { operands: 'name', core: 'reader' },
  shift: { operands: 'name', core: 'reader' },
  wait: { options: '-n -f -p=:gadget', operands: 'name*', core: 'reader' },
  jobs: { options: '-[lnprs] -x=:run', operands: 'name*', core: 'reader' },
  times: { core: 'reader' },
  type: { options: '-[afpPt]', operands: 'name*', core: 'reader' },
  which: { options: '-a|--all -s', operands: 'name*', core: 'reader' },
  whereis: { options: '-[bmsul]', operands: 'name*', core: 'reader' },
  hash: { options: '-[lrt] -p=:run -d=', operands: 'name*', readonly: true },
  help: { options: '-[dms]', operands: 'name*', core: 'reader' },
  getopts: { operands: 'name*', core: 'reader', check: checkGetopts },
  let: { touches: 'named', operands: 'gadget*' },
  set: { options: '-[euxvfnbCEhT] -o=', operands: 'gadget*', core: 'reader', check: checkSet },
  shopt: { options: '-[squop]', operands: 'name*', core: 'reader', check: checkShopt },
  umask: { options: '-p -S', operands: 'gadget', core: 'reader' },
  ulimit: { options: '-[SHa] -[cdefilmnpqrstuvx]=?', operands: 'name', core: 'reader' },
  local: { options: '-[aArx]', operands: 'name*', core: 'reader', check: checkDeclared },
  export: { options: '-[pfn]:gadget', operands: 'name*', core: 'reader', check: checkDeclare },
  declare: { options: '-[aArx] -[fFpgnlutI]:gadget', operands: 'name*', core: 'reader', check: checkDeclare },
  typeset: { options: '-[aArx] -[fFpgnlutI]:gadget', operands: 'name*', core: 'reader', check: checkDeclare },
  readonly: { options: '-[aA] -[fp]:gadget', operands: 'name*', core: 'reader', check: checkDeclare },
  unset: { options: '-v -f:gadget -n:gadget', operands: 'name*', core: 'reader', check: noSubscripts },
  read: { options: '-[ers] -a= -d= -i= -n= -N= -p= -t= -u=', operands: 'name*', core: 'reader', check: checkRead },
  mapfile: { options: '-t -d= -n= -O= -s= -u= -c= -C=:run', operands: 'name', core: 'reader', check: checkNames },
  readarray: { options: '-t -d= -n= -O= -s= -u= -c= -C=:run', operands: 'name', core: 'reader', check: checkNames },
  alias: { operands: 'gadget*', options: '-p:gadget', check: onlyWithArguments },
  unalias: { operands: 'gadget*', options: '-a:gadget', check: onlyWithArguments },
  history: { options: '-[cdprs]:gadget -[anw]:gadget', operands: 'gadget*', check: neverCovered },
  fc: { operands: 'gadget*', check: neverCovered },
  enable: { options: '-[adnps] -f=:run', operands: 'gadget*', check: neverCovered },
  complete: { check: neverCovered },
  compgen: { check: neverCovered },
  compopt: { check: neverCovered },
  bind: { check: neverCovered },
  logout: { check: neverCovered },
  suspend: { check: neverCovered },
  disown: { options: '-[ahr]', operands: 'name*' },
  fg: { operands: 'name*' },
  bg: { operands: 'name*' },
  zmodload: { check: neverCovered },
  autoload: { check: neverCovered },
  setopt: { check: neverCovered },
}

function checkSet(call: CallBuilder): void {
  for (const given of call.parsed.options) {
    if (
      given.option.name === '-o' &&
      !/^(?:errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber)$/.test(given.value?.text ?? '')
    ) {
      call.gadget(given.index, 'changes how the shell works')
    }
  }
  if (call.argv.length === 1) call.gadget(-1, 'prints every variable')
}

function checkShopt(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    if (!isHarmlessShellOption(word.text)) call.gadget(index, `${word.text} changes how the shell works`)
  }
}

function checkDeclared(call: CallBuilder): void {
  noSubscripts(call)
  for (const { word, index } of call.parsed.operands) {
    if (!word.static && /=\s*\(|\[/.test(word.text)) call.gadget(index, `${word.text} may be evaluated as an array`)
  }
}

function checkDeclare(call: CallBuilder): void {
  checkDeclared(call)
  if (call.parsed.operands.length === 0) call.gadget(-1, 'prints every variable')
  if (call.has('-i', '-n')) call.gadget(-1, 'makes values evaluated')
}

function checkRead(call: CallBuilder): void {
  checkNames(call)
  for (const { option, value, index } of call.parsed.options) {
    if (option.name === '-a' && !/^[a-z_]\w*$|^[A-Z]$/.test(value?.static === true ? value.text : ''))
      call.gadget(index, 'sets a variable that is not plain')
  }
}

function onlyWithArguments(call: CallBuilder): void {
  if (call.argv.length > 1) call.gadget(-1, 'changes what later commands mean')
}

function neverCovered(call: CallBuilder): void {
  call.gadget(-1, 'changes the shell itself')
}
