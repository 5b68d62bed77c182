// The bundle of the main action contains this one, too, and reads its name in the address.
import '../dist/index.js?action=list-scenarios';
