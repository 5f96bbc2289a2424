package io.distlock.fencing;

/**
 * {@link FencingGuard} on PostgreSQL.
 */
class PostgresFencingGuardTests extends AbstractFencingGuardTests {

	PostgresFencingGuardTests() {
		super(GuardedDatabase.POSTGRESQL);
	}

}
