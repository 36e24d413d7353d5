/**
 * Returns a script that forgets what the browser keeps of a reader, such as conversations and searches, once another one reads, and when
 * the reader signs out. Appearance stays.
 * @param reader letters and digits that tell readers apart; empty for one who is not signed in.
 */
export function readerScript(reader: string): string {
  return `(r=>{const k="docent:who",f=()=>{for(const s of[localStorage,sessionStorage])for(const n of Object.keys(s))/^docent(?::|-playground|-authorized)/.test(n)&&s.removeItem(n)};try{if((localStorage.getItem(k)??"")!==r){f();r&&localStorage.setItem(k,r)}}catch{}addEventListener("submit",e=>{try{e.target.matches("[data-sign-out]")&&f()}catch{}})})(${JSON.stringify(reader)})`;
}
