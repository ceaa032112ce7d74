// No asynchronous boundary before the shell: it ships every singleton itself (docs/adr/0017).
import './bootstrap';
