import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('test-runners', {
  granted: {
    vitest: ['vitest run'],
    jest: ['jest --coverage', 'jest src/reboot.test.ts', "jest -t 'halts and reboots'"],
    mocha: ['mocha test/*.js'],
    pytest: [
      'pytest',
      'pytest -q tests/test_a.py',
      'pytest tests/test_a.py::test_b -v',
      'pytest -x -k "not slow" --tb=short',
      'pytest -q tests',
      'pytest --cov=src --cov-report=term-missing',
      'PYTHONUNBUFFERED=1 pytest -s',
    ],
    phpunit: ['phpunit tests'],
    playwright: ['playwright test'],
    cypress: ['cypress run'],
  },
  riders: {
    jest: [
      'jest --config /tmp/x',
      'jest --globalSetup=/tmp/x',
      'jest --setupFiles=/tmp/x',
      'jest -c \'{"transform":{}}\'',
    ],
    vitest: ['vitest --config /tmp/x', 'vitest --root /tmp'],
    mocha: ['mocha -r /tmp/x', 'mocha -R /tmp/x'],
    pytest: [
      'pytest -p evil',
      'pytest -c /tmp/x',
      'pytest --rootdir=/tmp',
      'pytest /tmp/test_x.py',
      'pytest -o python_files=x',
      'pytest -c /tmp/x.ini',
      'pytest --override-ini=addopts=-pevil',
      'PYTEST_PLUGINS=evil pytest',
      'pytest @/tmp/args',
    ],
    nox: ['nox -f /tmp/x'],
  },
})
