// Both actions have one entry and one bundle; the query says which one runs.
import '../index.mjs?action=list-scenarios';
