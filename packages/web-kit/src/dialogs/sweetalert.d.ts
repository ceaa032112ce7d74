/** The build without styles of its own: those come as a file, which the Content-Security-Policy allows. */
declare module 'sweetalert2/dist/sweetalert2.esm.js' {
  export { default } from 'sweetalert2';
}
