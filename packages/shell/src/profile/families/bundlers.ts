import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })

/** Bundlers and runners of monorepositories. */
export const bundlers: ProfileTable = {
  turbo: {
    options: `
        --filter=:text -F=:text --no-daemon --concurrency= --force --dry-run=? --no-cache --output-logs= --parallel --continue
        --cwd=:place`,
    operands: 'name*',
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
        --mode= --env= --watch -w --progress --json=?:output -o=:write --output-path=:write -c=:script
        --config=:script --stats=`,
    operands: 'read*',
  },
  vite: {
    options: `
        --port= --host=? --mode= -m= -c=:script --config=:script --base= --outDir=:write --watch --strictPort
        --logLevel= -l= --open:gadget`,
    subcommandOptional: true,
    operands: 'name*',
    subcommands: {
      build: {
        options: `
            --mode= -m= --outDir=:write --watch --minify=? --sourcemap=? -c=:script --config=:script --emptyOutDir
            --ssr=?`,
        operands: 'list',
      },
      dev: { options: '--port= --host=? --mode= -c=:script --config=:script', operands: 'list' },
      preview: { options: '--port= --host=?' },
    },
  },
  esbuild: {
    options: `
        --bundle --minify --outfile=:write --outdir=:write --format= --platform= --target= --sourcemap=? --watch
        --external:gadget --tsconfig=:read --log-level= --loader:gadget --splitting --metafile=:write`,
    operands: 'read*',
  },
  rollup: {
    options: `
        -c=? --config=? -w --watch -i= --input= -o=:write --file=:write -d=:write --dir=:write -f= --format=
        --silent -p=:run --plugin=:run --configPlugin=:run`,
    operands: 'read*',
  },
}
