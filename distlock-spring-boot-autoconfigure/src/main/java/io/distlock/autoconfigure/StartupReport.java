package io.distlock.autoconfigure;

import java.util.function.IntSupplier;

import io.distlock.lease.LeaseSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * What an operator wants to read once, when the application has started.
 */
final class StartupReport {

	private final LockEngines engines;

	private final LeaseSettings settings;

	private final IntSupplier lockedMethods;

	private final ObjectProvider<LockProviderCandidate> candidates;

	StartupReport(LockEngines engines, LeaseSettings settings, IntSupplier lockedMethods,
			ObjectProvider<LockProviderCandidate> candidates) {
		this.candidates = candidates;
		this.engines = engines;
		this.settings = settings;
		this.lockedMethods = lockedMethods;
	}

	String line() {
		int methods = this.lockedMethods.getAsInt();
		return "Locks: provider %s, prefix '%s', lease %s, node '%s', %d locked method%s".formatted(provider(),
				this.settings.keyPrefix(), lease(), this.settings.nodeName(), methods, (methods != 1) ? "s" : "");
	}

	private String provider() {
		String primary = description(this.engines.primaryProvider().name());
		int others = this.engines.providerNames().size() - 1;
		return (others == 0) ? primary : "%s and %d more".formatted(primary, others);
	}

	private String description(String name) {
		return this.candidates.stream()
			.filter((candidate) -> candidate.name().equals(name))
			.map(LockProviderCandidate::description)
			.findFirst()
			.orElse(name);
	}

	private String lease() {
		return DurationFormatterUtils.print(this.settings.leaseTime(), DurationFormat.Style.COMPOSITE);
	}

}
