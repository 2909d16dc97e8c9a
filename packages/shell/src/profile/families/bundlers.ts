import type { CallBuilder } from '../call-builder.ts'
import { checkPassed } from '../checks/check-packages.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })

/** `turbo run test deploy`: every task after the first is another goal. */
function checkTasks(call: CallBuilder): void {
  checkPassed(call)
  const tasks = call.parsed.operands.filter(({ word, afterDashes }) => !afterDashes && word.text !== 'run')
  for (const { word, index } of tasks.slice(1)) call.gadget(index, `${word.text} is another goal`, { beyondName: true })
}

/** Bundlers and runners of monorepositories. */
export const bundlers: ProfileTable = {
  turbo: {
    options: `
        --filter=:text -F=:text --no-daemon --concurrency= --force --dry-run=? --no-cache --output-logs= --parallel --continue
        --cwd=:place`,
    operands: 'text*',
    check: checkTasks,
  },
  nx: {
    options:
      '--configuration= -c= --target= -t= --all --base= --head= --parallel=? --skip-nx-cache --verbose --projects= -p=',
    operands: 'name*',
  },
  lerna: {
    options: '--scope= --ignore= --stream --parallel --no-bail --since=? --concurrency=',
    subcommands: {
      run: { options: '--scope= --stream --parallel', operands: 'name*' },
      list: { options: '-a --all --json' },
      ls: { options: '-a' },
      bootstrap: { effects: ['network'] },
      changed: {},
      exec: widens('starts other programs'),
      publish: widens('publishes'),
    },
  },
  webpack: {
    options: `
        --mode= --env= --watch -w --progress --json=?:output -o=:write --output-path=:write -c|--config=:settings --stats=`,
    operands: 'read*',
    check: refuseOperands(/^(?:s|serve|server|c|init|i|info|l|loader|p|plugin|configtest|t|v)$/, 'is another command'),
  },
  vite: {
    options: `
        --port= --host=? --mode= -m= -c|--config=:settings --base= --outDir=:write --watch --strictPort
        --logLevel= -l= --open:gadget`,
    subcommandOptional: true,
    operands: 'name*',
    subcommands: {
      build: {
        options: `
            --mode= -m= --outDir=:write --watch --minify=? --sourcemap=? -c|--config=:settings --emptyOutDir:gadget
            --ssr=?`,
        operands: 'list',
      },
      dev: { options: '--port= --host=? --mode= -c|--config=:settings', operands: 'list' },
      preview: { options: '--port= --host=?' },
    },
  },
  esbuild: {
    options: `
        --bundle --minify --outfile=:write --outdir=:write --format= --platform= --target= --sourcemap=? --watch
        --external:gadget --tsconfig=:settings --log-level= --loader:gadget --splitting --metafile=:write`,
    operands: 'read*',
  },
  rollup: {
    options: `
        -c|--config=?:settings -w --watch -i= --input= -o=:write --file=:write -d=:write --dir=:write -f= --format=
        --silent -p=:run --plugin=:run --configPlugin=:run`,
    operands: 'read*',
    check: (call) => {
      for (const { option, value, index } of call.parsed.options) {
        const next = call.parsed.operands.find((operand) => operand.index === index + 1)
        if (option.role === 'settings' && value === undefined && next !== undefined)
          call.apply('settings', next.word, next.index, option.name)
      }
    },
  },
}
