import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('linters', {
  reads: ['shellcheck script.sh'],
  granted: {
    eslint: ['eslint src'],
    'eslint --fix': ['eslint --fix src/a.ts'],
    prettier: ['prettier --check src/a.ts'],
    'prettier --write': ["prettier --write 'src/**/*.ts'"],
    tsc: ['tsc -p tsconfig.json', 'tsc --noEmit'],
    'tsc --build': ['tsc --build --watch'],
    shellcheck: ['shellcheck a.sh'],
    ruff: ['ruff check .'],
    'ruff check --fix': ['ruff check --fix src'],
    black: ['black .'],
    mypy: ['mypy src'],
    flake8: ['flake8'],
    rubocop: ['rubocop'],
    'rubocop -a': ['rubocop -a'],
    isort: ['isort src'],
  },
  riders: {
    eslint: [
      'eslint --rulesdir /tmp/x .',
      'eslint -c /tmp/x .',
      'eslint --plugin /tmp/x .',
      'eslint --resolve-plugins-relative-to /tmp .',
      'eslint -o /root/x .',
      'eslint -f /tmp/x .',
      'eslint --resolve-plugins-relative-to=/tmp .',
    ],
    prettier: ['prettier --plugin=/tmp/x .', 'prettier --config /tmp/x .'],
    tsc: ['tsc --outDir /root', 'tsc -p /tmp/x', 'tsc --outDir /root/x', 'tsc @/tmp/args'],
    mypy: ['mypy --python-executable /tmp/x .', 'mypy --install-types'],
    pylint: ["pylint --init-hook 'x' a", 'pylint --load-plugins=x a'],
    rubocop: ['rubocop -r ./x'],
  },
})
