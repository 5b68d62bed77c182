// The bundle contains both actions; the query says which one runs.
import '../dist/index.js?action=list-scenarios';
