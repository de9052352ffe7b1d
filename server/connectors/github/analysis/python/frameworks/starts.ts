/** Whether a script starts its command line itself, rather than only define one for others to start. */
export class Starts {
  isStarted = false;
}
