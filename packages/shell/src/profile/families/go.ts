import type { CallBuilder } from '../call-builder.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const goFlags = `
    -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs=?
    -compiler=:run -gcflags= -installsuffix= -ldflags= -linkshared -mod= -modcacherw -modfile=:read -pgo=
    -pkgdir=:gadget -tags= -trimpath -o=:write -C=:place -overlay=:run -toolexec=:run -gccgoflags=:run`
const go = (profile: Profile): Profile => ({
  options: goFlags,
  style: 'single',
  operands: 'name*',
  check: checkLinker,
  ...profile,
})
const goTest = `
  ${goFlags} -run= -bench= -benchmem -benchtime= -count= -cpu= -failfast -fullpath -list= -parallel= -short
  -shuffle= -skip= -timeout= -json -vet= -fuzz= -fuzztime= -args -c -i -coverprofile=:write -cpuprofile=:write
  -memprofile=:write -blockprofile=:write -mutexprofile=:write -trace=:write -outputdir=:write -exec=:run`
const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })

/** The Go toolchain. */
export const goTools: ProfileTable = {
  go: {
    subcommands: {
      build: go({}),
      install: go({ effects: ['network'], gadget: 'installs a program' }),
      test: go({ options: goTest, check: checkList }),
      vet: go({ options: `${goFlags} -json -c= -vettool=:run` }),
      list: go({
        options: `${goFlags} -f= -json=? -m:contained -u:change -deps -test -e -find -versions:change -export:change`,
        readonly: true,
        check: checkList,
      }),
      fmt: { options: '-n -x -mod=', style: 'single', operands: 'name*' },
      env: { options: '-json -changed -w:gadget -u:gadget', style: 'single', operands: 'name*', readonly: true },
      version: { options: '-m -v', style: 'single', operands: 'read*', readonly: true },
      doc: { options: '-all -short -src -u -c -cmd', style: 'single', operands: 'name*', readonly: true },
      help: { operands: 'name*', readonly: true },
      clean: { options: '-cache -testcache -modcache -n -r -i -x', style: 'single', operands: 'name*' },
      get: go({ options: `${goFlags} -u=? -t -d`, effects: ['network'] }),
      mod: {
        subcommands: {
          tidy: { options: '-v -e -x -go= -compat=', style: 'single', effects: ['network'] },
          download: { options: '-json -x', style: 'single', operands: 'name*', effects: ['network'] },
          verify: { effects: ['network'] },
          graph: { effects: ['network'], options: '-go=', style: 'single' },
          why: { options: '-m -vendor', style: 'single', operands: 'name*', effects: ['network'] },
          vendor: { options: '-v -e', style: 'single' },
          init: { operands: 'name' },
          edit: {
            options: '-json -print -fmt -require= -droprequire= -go= -replace=:gadget -module=:gadget',
            style: 'single',
            operands: 'write',
          },
        },
      },
      work: { subcommands: { sync: {}, use: { operands: 'name*' }, init: { operands: 'name*' } } },
      run: {
        ...go({}),
        style: 'posix',
        options: '',
        gadget: 'starts a program',
        operands: 'script name*',
        check: refuseOperands(/[@:]|^[\w-]+\.[\w.-]+\//, 'starts code from elsewhere'),
      },
      generate: go({ gadget: 'starts the commands in comments' }),
      tool: { gadget: 'starts a tool', operands: 'gadget*' },
      bug: widens('starts a browser'),
    },
  },
  gofmt: {
    options: '-[dels] -w:edit -r=',
    style: 'single',
    operands: 'read*',
    readonly: true,
    check: (call) => {
      if (call.has('-w')) for (const { word } of call.parsed.operands) call.path(word, 'write')
    },
  },
}

/** Modules that are not in the workspace, and versions, are asked for on the network; `-mod=mod` writes `go.mod`. */
function checkList(call: CallBuilder): void {
  checkLinker(call)
  for (const { word, index } of call.parsed.operands) {
    if (word.text.includes('@') || (call.has('-m') && !/^(?:all|\.\S*|)$/.test(word.text)))
      call.gadget(index, `${word.text} is asked for on the network`)
  }
  for (const { option, value, index } of call.parsed.options) {
    if (option.name === '-mod' && !/^(?:readonly|vendor)$/.test(value?.text ?? ''))
      call.gadget(index, '-mod may write go.mod')
  }
}

/** Flags for the linker may name another linker. */
function checkLinker(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (/^-(?:gcflags|asmflags)$/.test(option.name) && !/^(?:[\w./]+=)?(?:-[NlmSe]\s*)*$/.test(value?.text ?? ''))
      call.gadget(index, `the flags of ${option.name} may name a file`)
    if (option.name === '-ldflags' && /(?:^|[\s'"=])-{1,2}(?!(?:s|w|X|v)(?:[\s'"=]|$))\w/.test(value?.text ?? ''))
      call.gadget(index, 'the flags for the linker may name a program')
  }
}
