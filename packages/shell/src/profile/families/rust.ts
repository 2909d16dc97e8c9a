import type { CallBuilder } from '../call-builder.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const cargoFlags = `
    -p|--package= --workspace --all --exclude= --lib --bins --bin= --examples --example= --tests --test= --benches
    --bench= --all-targets -F|--features= --all-features --no-default-features -r|--release --profile= -j|--jobs=
    --keep-going --target= --target-dir=:write --message-format= -q|--quiet -v|--verbose -vv --color= --frozen
    --locked --offline --manifest-path=:run --no-run --no-fail-fast --doc --timings --ignore-rust-version
    --config=:run -Z=:gadget --fix:edit --allow-dirty --allow-staged --deps --no-deps --open:gadget -C=:gadget
    --all --check --edition=`
const cargo = (profile: Profile = {}): Profile => ({ options: cargoFlags, operands: 'name*', ...profile })
const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })

/** The Rust toolchain. */
export const rustTools: ProfileTable = {
  cargo: {
    options: '-q -v -vv --offline --locked --frozen --color= --config=:run -C=:gadget -Z=:gadget',
    subcommands: {
      build: cargo(),
      b: cargo(),
      check: cargo(),
      c: cargo(),
      test: cargo({ check: checkPassedOn }),
      t: cargo({ check: checkPassedOn }),
      bench: cargo(),
      doc: cargo(),
      clippy: cargo({ check: checkLints }),
      fmt: {
        options: '-p= --package= --all --check -q -v --message-format=',
        operands: 'name*',
        check: checkFormatter,
      },
      clean: cargo(),
      fix: cargo(),
      update: cargo({ effects: ['network'] }),
      fetch: cargo({ effects: ['network'] }),
      add: {
        options: `
            --dev --build --optional -F= --features= --no-default-features --rename= -p= --dry-run --git=:gadget
            --path=:script --registry=:gadget`,
        operands: 'name*',
        effects: ['network'],
      },
      remove: { options: '--dev --build -p=', operands: 'name*' },
      tree: {
        options: `${cargoFlags} -i= --invert= -d --duplicates -e= --edges= --depth= --prefix= -f= --format=`,
        operands: 'name*',
      },
      metadata: {
        options: '--format-version= --no-deps --manifest-path=:run --offline --locked -q',
      },
      version: { readonly: true },
      'locate-project': { options: '--workspace --message-format=' },
      pkgid: { operands: 'name*' },
      search: { operands: 'name*', options: '--limit=', effects: ['network'] },
      info: { operands: 'name*', effects: ['network'] },
      new: { options: '--lib --bin --name= --vcs= --edition=', operands: 'write' },
      init: { options: '--lib --bin --name= --vcs=', operands: 'write' },
      run: cargo({ gadget: 'starts the program' }),
      r: cargo({ gadget: 'starts the program' }),
      install: widens('installs a program'),
      uninstall: { operands: 'name*' },
      publish: widens('publishes'),
      yank: widens('takes a release back'),
      login: widens('changes the account'),
      owner: widens('changes the account'),
      nextest: { subcommands: { run: cargo(), list: cargo() } },
      audit: { effects: ['network'], options: '-q --json' },
      outdated: { effects: ['network'], options: '-R' },
      deny: { operands: 'name*', options: '-A=' },
      expand: cargo(),
      machete: {},
      vendor: { operands: 'write' },
      package: cargo(),
    },
  },
  rustc: {
    options: `
        -o=:write -O -g --edition= --crate-type= --crate-name= --emit= --target= --test -V -v --explain= --print=
        -L=:read --cfg= -C=:run -Z=:gadget -l=:gadget`,
    operands: 'read',
    argumentFiles: true,
  },
  rustup: {
    subcommands: {
      show: { operands: 'name' },
      toolchain: {
        subcommands: { list: { readonly: true, options: '-v' }, install: { operands: 'name*', effects: ['network'] } },
      },
      target: {
        subcommands: {
          list: { readonly: true, options: '--installed' },
          add: { operands: 'name*', effects: ['network'] },
        },
      },
      component: {
        subcommands: {
          list: { readonly: true, options: '--installed' },
          add: { operands: 'name*', effects: ['network'] },
        },
      },
      update: { operands: 'name*', effects: ['network'] },
      which: { operands: 'name' },
      run: widens('starts a program'),
    },
  },
}

/** `clippy -- …` hands its words to the compiler: only levels of lints are plain. */
function checkLints(call: CallBuilder): void {
  for (const { word, index, afterDashes } of call.parsed.operands) {
    if (afterDashes && !/^(?:-[ADFW][\w:-]*|[\w:-]+)$/.test(word.text))
      call.gadget(index, `${word.text} goes to the compiler`)
  }
}

/** Words after `--` go to the tests: `--logfile` writes a file. */
function checkPassedOn(call: CallBuilder): void {
  for (const { word, index, afterDashes } of call.parsed.operands)
    if (afterDashes && /^--logfile|^[/~]|\.\.\//.test(word.text)) call.gadget(index, `${word.text} writes elsewhere`)
}

/** The words after `--` go to rustfmt, of which some name other settings. */
function checkFormatter(call: CallBuilder): void {
  for (const { word, index, afterDashes } of call.parsed.operands)
    if (afterDashes && !/^(?:--check|-[lqv]|--(?:verbose|quiet)|--edition(?:=\d+)?|\d+)$/.test(word.text))
      call.gadget(index, `${word.text} goes to the formatter`)
}
