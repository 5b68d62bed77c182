import jest from 'eslint-plugin-jest';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist', 'coverage', 'build', 'demo-output', '__tests__/fixtures']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-depth': ['error', 3],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
    },
  },
  {
    // Only the entries read the environment; everything else is given what it needs.
    files: ['src/*/**/*.ts', 'src/run.ts'],
    rules: { 'no-restricted-properties': ['error', { object: 'process', property: 'env' }] },
  },
  {
    files: ['__tests__/**/*.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'max-lines-per-function': 'off',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect*'] }],
    },
  },
);
