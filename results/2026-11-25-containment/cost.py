# What containment costs: the same crate explored contained and not, in turns, one job; and by the program before.
import subprocess,json,sys,statistics,os
new,old,crate,rounds,out=sys.argv[1],sys.argv[2],sys.argv[3],int(sys.argv[4]),sys.argv[5]
env=dict(os.environ,CARGO_TARGET_DIR=sys.argv[6]+"/target",XDG_STATE_HOME=sys.argv[6]+"/state")
def run(prog,sandbox):
    p=subprocess.run([prog,"explore",crate,"--until","4s","-j1","--no-coverage","--sandbox",sandbox,"--format","json"],env=env,capture_output=True,text=True)
    d=json.loads(p.stdout.splitlines()[0])
    return d["executions"]/d["time_ms"]["explore"], d["start_us"], d["sandbox"]["layers"]
rows=[]
with open(out,"w") as f:
    f.write("round,way,runs_per_ms,start_us,layers\n")
    ways=[("strict",new,"strict"),("off",new,"off"),("before",old,"strict")]
    for w in ways: run(w[1],w[2])  # warm
    for r in range(rounds):
        for name,prog,sb in ways[r%3:]+ways[:r%3]:
            x=run(prog,sb); rows.append((name,)+x)
            f.write(f"{r},{name},{x[0]:.1f},{x[1]},{' '.join(x[2])}\n"); f.flush()
for name in ("strict","off","before"):
    print(name,"runs/ms median",round(statistics.median(x[1] for x in rows if x[0]==name),1),"start median ms",statistics.median(x[2] for x in rows if x[0]==name)/1000,"min",min(x[2] for x in rows if x[0]==name)/1000)
