package io.distlock.fencing;

/**
 * {@link FencingGuard} on MySQL.
 */
class MySqlFencingGuardTests extends AbstractFencingGuardTests {

	MySqlFencingGuardTests() {
		super(GuardedDatabase.MYSQL);
	}

}
