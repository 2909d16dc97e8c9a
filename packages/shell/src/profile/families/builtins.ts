import type { CallBuilder } from '../call-builder.ts'
import type { ProfileTable } from '../profile.ts'

/** Some builtins evaluate the subscript of a variable name, even inside single quotes. */
function noSubscripts(call: CallBuilder): void {
  call.argv.forEach((word, index) => {
    if (index > 0 && /\[.*[$`(]|[$`]\(/.test(word.text) && word.static)
      call.gadget(-1, `${word.text} may be evaluated as a subscript`)
  })
}

const condition = { operands: 'data*', anyOption: true, readonly: true, check: checkCondition }

function checkCondition(call: CallBuilder): void {
  noSubscripts(call)
  call.argv.forEach((word, index) => {
    if (word.text === '-v' || word.text === '-R') call.gadget(index, `${word.text} evaluates its operand`)
    if (index > 0) call.data(index)
    const previous = call.argv[index - 1]
    if (/^-[a-hkprstuwxGLNOS]$/.test(previous?.text ?? '')) call.path(word, 'list')
    if (word.splits || (!word.static && previous?.static === false))
      call.gadget(-1, `${word.text} could become an operator`)
  })
}

/** Builtins of the shell that do not start commands. */
export const builtins: ProfileTable = {
  ':': { operands: 'data*', anyOption: true, readonly: true },
  echo: {
    operands: 'data*',
    anyOption: true,
    readonly: true,
    check: (call) => {
      for (const index of call.argv.keys()) call.data(index)
    },
  },
  printf: { options: '-v=:gadget', operands: 'data*', readonly: true, style: 'posix' },
  test: condition,
  '[': condition,
  cd: { options: '-[LPe@]', operands: 'directory', readonly: true },
  pushd: { options: '-n', operands: 'directory', readonly: true },
  popd: { options: '-n', operands: 'name', readonly: true },
  dirs: { options: '-[clpv]', operands: 'name', readonly: true },
  exit: { operands: 'name', readonly: true },
  return: { operands: 'name', readonly: true },
  break: { operands: 'name', readonly: true },
  continue: { operands: 'name', readonly: true },
  shift: { operands: 'name', readonly: true },
  wait: { options: '-n -f', operands: 'name*', readonly: true },
  jobs: { options: '-[lnprs]', operands: 'name*', readonly: true },
  times: { readonly: true },
  type: { options: '-[afpPt]', operands: 'name*', readonly: true },
  which: { options: '-a|--all -s', operands: 'name*', readonly: true },
  whereis: { options: '-[bmsul]', operands: 'name*', readonly: true },
  hash: { options: '-[lrt] -p=:run -d=', operands: 'name*', readonly: true },
  help: { options: '-[dms]', operands: 'name*', readonly: true },
  getopts: { operands: 'name*', readonly: true, check: noSubscripts },
  let: { operands: 'gadget*' },
  set: { options: '-[euxvfnbCEhT] -o=', operands: 'gadget*', readonly: true, check: checkSet },
  shopt: { options: '-[squop]', operands: 'name*', readonly: true, check: checkShopt },
  umask: { options: '-p -S', operands: 'gadget', readonly: true },
  ulimit: { options: '-[SHa] -[cdefilmnpqrstuvx]=?', operands: 'name', readonly: true },
  local: { options: '-[aAirx]', operands: 'name*', readonly: true, check: noSubscripts },
  export: { options: '-[pfn]:gadget', operands: 'name*', readonly: true, check: checkDeclare },
  declare: { options: '-[aAirx] -[fFpgnlutI]:gadget', operands: 'name*', readonly: true, check: checkDeclare },
  typeset: { options: '-[aAirx] -[fFpgnlutI]:gadget', operands: 'name*', readonly: true, check: checkDeclare },
  readonly: { options: '-[aA] -[fp]:gadget', operands: 'name*', readonly: true, check: checkDeclare },
  unset: { options: '-v -f:gadget -n:gadget', operands: 'name*', readonly: true, check: noSubscripts },
  read: { options: '-[ers] -a= -d= -i= -n= -N= -p= -t= -u=', operands: 'name*', readonly: true, check: checkRead },
  mapfile: { options: '-t -d= -n= -O= -s= -u= -c= -C=:run', operands: 'name', readonly: true, check: noSubscripts },
  readarray: { options: '-t -d= -n= -O= -s= -u= -c= -C=:run', operands: 'name', readonly: true, check: noSubscripts },
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

const harmlessShellOptions = new Set(
  'globstar nullglob extglob failglob nocaseglob nocasematch inherit_errexit lastpipe'.split(' '),
)

function checkShopt(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    if (!harmlessShellOptions.has(word.text)) call.gadget(index, `${word.text} changes how the shell works`)
  }
}

function checkDeclare(call: CallBuilder): void {
  noSubscripts(call)
  if (call.argv.length === 1) call.gadget(-1, 'prints every variable')
  if (call.has('-i', '-n')) call.gadget(-1, 'makes values evaluated')
}

function checkRead(call: CallBuilder): void {
  noSubscripts(call)
  for (const { word, index } of call.parsed.operands) {
    if (!/^[a-z_][a-zA-Z0-9_]*$/.test(word.text) && !/^(?:REPLY|[A-Z])$/.test(word.text))
      call.gadget(index, `sets ${word.text}`)
  }
}

function onlyWithArguments(call: CallBuilder): void {
  if (call.argv.length > 1) call.gadget(-1, 'changes what later commands mean')
}

function neverCovered(call: CallBuilder): void {
  call.gadget(-1, 'changes the shell itself')
}
