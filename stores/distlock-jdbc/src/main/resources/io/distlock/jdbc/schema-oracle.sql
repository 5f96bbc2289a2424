create table DISTLOCK_LOCK (
	lock_key varchar2(200 char) not null primary key,
	owner varchar2(64 char),
	holder varchar2(100 char),
	token number(19) not null,
	expires_at number(19) not null,
	waiting_until number(19),
	waiting number(19),
	held_for number(19),
	updated_at number(19) not null,
	unique (updated_at, lock_key)
);

create table DISTLOCK_JOB (
	job_key varchar2(200 char) not null primary key,
	version number(19) not null,
	fires varchar2(500 char),
	since number(19) not null,
	last_fire_time number(19),
	last_end number(19),
	paused number(1) not null,
	running_fire_time number(19),
	running_attempt number(10),
	running_node varchar2(100 char),
	running_token number(19),
	running_since number(19)
);

create table DISTLOCK_JOB_RUN (
	job_key varchar2(200 char) not null,
	fire_time number(19) not null,
	attempt number(10) not null,
	node varchar2(100 char),
	fencing_token number(19) not null,
	started_at number(19) not null,
	ended_at number(19),
	outcome varchar2(20 char) not null,
	error varchar2(1000 char),
	primary key (job_key, fire_time, attempt)
);
