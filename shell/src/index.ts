// No asynchronous boundary before the shell: it ships every singleton itself (MEASURED.md section 2).
import './bootstrap';
