import type { CallBuilder } from '../call-builder.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const tsc: Profile = {
  options: `
      -b|--build:gadget -w|--watch -v|--version -p|--project=:read --noEmit --noEmitOnError --strict --skipLibCheck
      --incremental --listFiles --listFilesOnly --showConfig --pretty --preserveWatchOutput --force --clean --dry
      -d|--declaration --emitDeclarationOnly --sourceMap --esModuleInterop --diagnostics --extendedDiagnostics
      --traceResolution --explainFiles --all --init:gadget --target= -t= --module= -m= --moduleResolution= --lib=
      --jsx= --types= --typeRoots=:read --baseUrl=:read --rootDir=:read --outDir=:write --outFile=:write
      --declarationDir=:write --tsBuildInfoFile=:write --generateTrace=:write --generateCpuProfile=:write --allowJs
      --checkJs --resolveJsonModule --isolatedModules --noImplicitAny --noUnusedLocals --noUnusedParameters
      --composite --plugins=:run`,
  operands: 'read*',
  argumentFiles: true,
}

/** Type checkers, linters and formatters. A rule that names one lets it look, and format if
 * that is all it does; its fix mode must be named. */
export const linters: ProfileTable = {
  tsc,
  'vue-tsc': tsc,
  tsgo: tsc,
  eslint: {
    options: `
        --ext= --fix:edit --fix-dry-run --fix-type= --quiet --max-warnings= -f|--format= --color --no-color
        --cache --cache-location=:write --cache-file=:write --cache-strategy= --no-inline-config
        --report-unused-disable-directives --no-error-on-unmatched-pattern --ignore-pattern= --ignore-path=:read
        --no-ignore --env= --global= --rule= --parser-options= --no-eslintrc --debug --stats --print-config=:read
        --init:gadget --stdin --stdin-filename= -o=:output --output-file=:output -c=:settings --config=:settings
        --rulesdir=:run --plugin=:run --parser=:run --resolve-plugins-relative-to=:run --flag=`,
    operands: 'write*',
  },
  prettier: {
    options: `
        -c|--check -w|--write:edit -l|--list-different -u|--ignore-unknown --log-level= --loglevel= --no-color --color
        --cache --cache-location=:write --cache-strategy= --no-config --config-precedence= --no-editorconfig
        --ignore-path=:read --with-node-modules --no-error-on-unmatched-pattern --parser= --print-width=
        --tab-width= --use-tabs --no-semi --single-quote --jsx-single-quote --quote-props= --trailing-comma=
        --bracket-same-line --no-bracket-spacing --arrow-parens= --prose-wrap= --end-of-line= --stdin-filepath=
        --insert-pragma --require-pragma --find-config-path=:read --file-info=:read --support-info
        --experimental-ternaries --config=:settings --plugin=:run --plugin-search-dir=:run`,
    operands: 'write*',
  },
  biome: {
    options: '--colors=',
    subcommands: Object.fromEntries(
      ['check', 'lint', 'format', 'ci'].map((name) => [
        name,
        {
          options: `
              --write:edit --fix:edit --apply:edit --unsafe --apply-unsafe:edit --staged --changed --since= --colors= --reporter=
              --max-diagnostics= --diagnostic-level= --error-on-warnings --no-errors-on-unmatched
              --files-ignore-unknown=? --formatter-enabled=? --linter-enabled=? --only= --skip= --verbose
              --config-path=:settings --stdin-file-path=`,
          operands: 'write*',
        } satisfies Profile,
      ]),
    ),
  },
  oxlint: {
    options: `
        --fix:edit --quiet -D= -A= -W= --format= -f= -c=:settings --config=:settings --type-aware --ignore-pattern=
        --deny-warnings`,
    operands: 'write*',
  },
  stylelint: {
    options: `
        --fix:edit --quiet -q --cache --max-warnings= -f= --formatter= --allow-empty-input --ignore-path=:read
        --config=:settings --custom-formatter=:run --custom-syntax=:run`,
    operands: 'write*',
  },
  markdownlint: {
    options: '-f|--fix:edit -i= --ignore= -c=:settings --config=:settings -r=:run --rules=:run -q',
    operands: 'write*',
  },
  'markdownlint-cli2': { options: '--fix:edit --config=:settings', operands: 'write*' },
  standard: { options: '--fix:edit --verbose -v --env= --global= --parser=:run --plugin=:run', operands: 'write*' },
  xo: { options: '--fix:edit --prettier --space=? --semicolon=?', operands: 'write*' },
  knip: {
    options: '--production --strict --include= --exclude= --reporter= --no-progress -c=:settings --fix:edit --cache',
    operands: 'name*',
  },
  depcheck: {
    options: '--ignores= --skip-missing --json --parsers=:run --detectors=:run --specials=:run',
    operands: 'list',
  },
  ruff: {
    subcommands: {
      check: {
        options: `
            --fix:edit --no-fix --unsafe-fixes --diff --show-fixes --select= --ignore= --extend-select= --line-length=
            --output-format= -q -v --quiet --statistics --exit-zero --no-cache --watch --target-version= --preview
            --exclude= --per-file-ignores= --show-files --show-settings --config=:settings -o=:output
            --output-file=:output --add-noqa:edit`,
        operands: 'write*',
      },
      format: {
        options:
          '--check --diff -q -v --line-length= --no-cache --target-version= --preview --exclude= --config=:settings',
        operands: 'write*',
      },
      rule: { operands: 'name', options: '--all', readonly: true },
      linter: { readonly: true },
      clean: {},
      version: { readonly: true },
    },
  },
  black: {
    options: `
        --check --diff --color --no-color -l|--line-length= -t|--target-version= -S|--skip-string-normalization
        -q|--quiet -v|--verbose --fast --safe --include= --exclude= --extend-exclude= --workers= -W= --preview
        --config=:settings -c=:data --code=:data`,
    operands: 'write*',
  },
  isort: {
    options: `
        -c --check --check-only --diff --profile= -q --quiet -l= --line-length= --atomic --filter-files
        --settings-path=:settings --settings-file=:settings --sp=:settings`,
    operands: 'write*',
  },
  flake8: {
    options: `
        --max-line-length= --select= --ignore= --extend-ignore= --exclude= --count --statistics --show-source
        --format= -q -v -j= --per-file-ignores= --max-complexity= --config=:settings --append-config=:settings
        --output-file=:output --tee --install-hook=:gadget`,
    operands: 'read*',
  },
  pylint: {
    options: `
        --disable= -d= --enable= -e= --output-format= -f= -r= --reports= -j= --jobs= -E --errors-only --score=
        --fail-under= --rcfile=:settings --load-plugins=:run --init-hook=:run --recursive= --msg-template=
        --output=:output`,
    operands: 'read*',
    check: checkReporter,
  },
  mypy: {
    options: `
        --strict --ignore-missing-imports --no-error-summary --show-error-codes --pretty --show-error-context
        --show-column-numbers --no-incremental --warn-unused-ignores --disallow-untyped-defs --check-untyped-defs
        --namespace-packages --explicit-package-bases --python-version= --platform= --follow-imports= --exclude=
        --disable-error-code= --enable-error-code= -p= --package= -m= --module= -c=:data --config-file=:settings
        --cache-dir=:write --install-types:gadget --non-interactive --python-executable=:run --junit-xml=:write
        --html-report=:write --txt-report=:write --custom-typeshed-dir=:read`,
    operands: 'read*',
    argumentFiles: true,
  },
  pyright: {
    options: `
        -p|--project=:settings --outputjson --stats --warnings --level= --pythonversion= --pythonplatform= -w
        --watch --verbose --pythonpath=:run --venvpath=:run --skipunannotated --threads=?`,
    operands: 'read*',
  },
  pyre: { subcommands: { check: {} } },
  bandit: { options: '-r -l -ll -lll -i -ii -q -v -f= -x= -s= -t= -o=:output -c=:settings', operands: 'read*' },
  rubocop: {
    options: `
        -a|--autocorrect|--auto-correct|-A|--autocorrect-all|-x|--fix-layout:edit -l -f= --format= --only= --except= --fail-level=
        --parallel --display-cop-names -D --no-color -c=:settings --config=:settings -r=:run --require=:run
        --plugin=:run -o=:output --out=:output`,
    operands: 'write*',
  },
  shellcheck: {
    options: `
        -a -x -s= --shell= -e= --exclude= -i= --include= -S= --severity= -f= --format= -C=? --color=? -P=:read
        --norc --rcfile=:read -o= --enable= -W=`,
    operands: 'read*',
    readonly: true,
  },
  shfmt: { options: '-l -d -i= -ci -bn -sr -kp -fn -ln= -p -f -s -mn -w:edit', style: 'single', operands: 'write*' },
  hadolint: {
    options: '-f= --format= --ignore= -t= --no-fail --no-color -c=:read --config=:read',
    operands: 'read*',
    readonly: true,
  },
  yamllint: { options: '-s -f= -d= --strict --no-warnings -c=:read', operands: 'read*', readonly: true },
  actionlint: {
    options: '-color -no-color -ignore= -format= -oneline -verbose -shellcheck=:run -pyflakes=:run -config-file=:read',
    style: 'single',
    operands: 'read*',
  },
  'golangci-lint': {
    subcommands: {
      run: {
        options: `
            --fix:edit --timeout= --fast --disable= --enable= -E= -D= --disable-all --new --new-from-rev= --out-format=
            -v --verbose --build-tags= --tests=? --concurrency= -j= --max-issues-per-linter= -c=:settings
            --config=:settings --path-prefix=`,
        operands: 'name*',
      },
      linters: {},
      version: { readonly: true },
    },
  },
  staticcheck: { options: '-checks= -f= -tests=? -tags= -go=', style: 'single', operands: 'name*' },
  'clang-format': {
    options: '-i:edit --dry-run -n --Werror --style= -style= --verbose --dump-config',
    operands: 'write*',
  },
  'clang-tidy': {
    options:
      '--checks= -checks= -p=:read --quiet --fix:edit --fix-errors:edit --warnings-as-errors= --load=:run -load=:run --config-file=:settings',
    operands: 'write*',
  },
  ktlint: { options: '-F|--format:edit --reporter= --relative -R=:run --ruleset=:run', operands: 'write*' },
  swiftlint: {
    subcommands: {
      lint: { options: '--fix:edit --autocorrect:edit --strict --quiet --config=:settings', operands: 'write*' },
    },
    subcommandOptional: true,
    operands: 'write*',
  },
  phpstan: {
    subcommands: {
      analyse: {
        options: `
            -l= --level= --no-progress --error-format= --memory-limit= -c=:settings --configuration=:settings -a=:run
            --autoload-file=:run`,
        operands: 'read*',
      },
    },
  },
  'pre-commit': {
    subcommands: {
      run: {
        options: '-a --all-files --files --from-ref= --to-ref= -v --show-diff-on-failure --hook-stage=',
        operands: 'name*',
        gadget: 'starts the hooks',
      },
      install: { gadget: 'installs a hook', operands: '' },
      autoupdate: { gadget: 'changes where code comes from', operands: '' },
    },
  },
}

/** A reporter of pylint whose name has a dot is a class that is imported, and one with a colon writes a file. */
function checkReporter(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options)
    if (/^(?:-f|--output-format)$/.test(option.name) && !/^[\w,-]*$/.test(value?.text ?? ''))
      call.gadget(index, `${value?.text ?? ''} loads a reporter or writes a file`)
}
