// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Summary for operators, logged once after the start of the application.
 *
 * @param providers the providers with their engines
 * @param settings settings of the engines
 * @param lockedMethods counts the locked methods
 * @param jobs counts the jobs
 * @param roles counts the roles
 * @param choice the selected store, unless the application has its own provider
 * @param unnamed {@code true} if the application has neither a name nor a prefix
 */
record StartupReport(LockProviders providers, ObjectProvider<LeaseSettings> settings, IntSupplier lockedMethods,
		IntSupplier jobs, IntSupplier roles, ObjectProvider<LockProviderChoice> choice, BooleanSupplier unnamed) {

	private static final String UNUSED = "Locks: none in use, so no store is needed: "
			+ "no locked method, no job of the cluster, no role to lead, and no bean that LockTemplate is injected into";

	private static final String UNNAMED = "Neither 'spring.application.name' nor 'distlock.key-prefix' is set, so this "
			+ "application shares its locks, jobs and roles with every other one on this store that sets neither. "
			+ "Set one of them";

	private static final String THIS_PROCESS = "this process only";

	String line() {
		LeaseLockEngine engine = this.providers.usedEngine();
		return (engine != null) ? line(engine.statistics().provider()) : withoutStore();
	}

	/**
	 * Return information for operators, if any.
	 */
	@Nullable String warning() {
		LeaseLockEngine engine = this.providers.usedEngine();
		return (engine != null && this.unnamed.getAsBoolean() && isShared(engine.statistics().provider())) ? UNNAMED
				: null;
	}

	private boolean isShared(String provider) {
		return !provider.equals("local") && !description(provider).contains(THIS_PROCESS);
	}

	private String line(String provider) {
		LeaseSettings settings = this.settings.getObject();
		return "Locks: provider %s, prefix '%s', lease %s, node '%s', %s%s%s".formatted(withOthers(provider),
				settings.keyPrefix(), lease(settings), settings.nodeName(),
				count(this.lockedMethods.getAsInt(), "locked method"), ifAny(this.jobs.getAsInt(), "job"),
				ifAny(this.roles.getAsInt(), "role"));
	}

	private static String ifAny(int number, String noun) {
		return (number > 0) ? ", " + count(number, noun) : "";
	}

	private String withoutStore() {
		int methods = this.lockedMethods.getAsInt();
		return (methods == 0) ? UNUSED
				: "Locks: %s, for their transactions, so no store is needed".formatted(count(methods, "locked method"));
	}

	private String withOthers(String provider) {
		int others = this.providers.providerNames().size() - 1;
		return (others == 0) ? description(provider) : "%s and %d more".formatted(description(provider), others);
	}

	private String description(String name) {
		LockProviderChoice known = this.choice.getIfAvailable();
		return (known != null) ? known.describe(name) : name;
	}

	private static String lease(LeaseSettings settings) {
		return DurationFormatterUtils.print(settings.leaseTime(), DurationFormat.Style.COMPOSITE);
	}

	private static String count(int number, String noun) {
		return number + " " + noun + ((number != 1) ? "s" : "");
	}

}
