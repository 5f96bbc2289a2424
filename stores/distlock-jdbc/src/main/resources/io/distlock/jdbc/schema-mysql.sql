create table if not exists DISTLOCK_LOCK (
	lock_key varchar(200) character set ascii collate ascii_bin not null primary key,
	owner varchar(64) character set ascii collate ascii_bin,
	holder varchar(100) character set utf8mb4,
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	waiting bigint,
	held_for bigint,
	updated_at bigint not null,
	index (updated_at)
) engine = InnoDB;

create table if not exists DISTLOCK_JOB (
	job_key varchar(200) character set ascii collate ascii_bin not null primary key,
	version bigint not null,
	job_state varchar(3000) character set utf8mb4 collate utf8mb4_bin not null
) engine = InnoDB;

create table if not exists DISTLOCK_JOB_RUN (
	job_key varchar(200) character set ascii collate ascii_bin not null,
	fire_time bigint not null,
	attempt integer not null,
	node varchar(100) character set utf8mb4 collate utf8mb4_bin not null,
	fencing_token bigint not null,
	started_at bigint not null,
	ended_at bigint,
	outcome varchar(20) character set ascii collate ascii_bin not null,
	error varchar(1000) character set utf8mb4 collate utf8mb4_bin,
	primary key (job_key, fire_time, attempt)
) engine = InnoDB;

create table if not exists DISTLOCK_HOLDER (
	held_key varchar(200) character set ascii collate ascii_bin not null,
	member_id varchar(64) character set ascii collate ascii_bin not null,
	node varchar(100) character set utf8mb4,
	member_token bigint not null,
	ends_at bigint not null,
	primary key (held_key, member_id)
) engine = InnoDB;
