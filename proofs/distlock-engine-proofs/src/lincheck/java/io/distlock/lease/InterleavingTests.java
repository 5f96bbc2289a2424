// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of two threads in parts of the engine that run outside the
 * mutex of a queue, up to a bound. An interleaving that breaks a rule is written to
 * {@code target/lincheck}.
 */
class InterleavingTests {

	@Test
	void reportOfTheStoreAndEndOfRequestAreAtomic() throws IOException {
		check(options(), LeaseInterleavings.Return.class);
	}

	@Test
	void endOfLeaseIsFinal() throws IOException {
		check(options().sequentialSpecification(LeaseInterleavings.FinalExpiry.class), LeaseInterleavings.Expiry.class);
	}

	@Test
	void watchedLeaseHasNextSweep() throws IOException {
		check(options().actorsPerThread(1), WatchdogInterleavings.class);
	}

	/**
	 * Collections of the JDK count as atomic, which shortens the exploration.
	 */
	private static ModelCheckingOptions options() {
		return new ModelCheckingOptions().iterations(4)
			.invocationsPerIteration(300)
			.threads(2)
			.actorsPerThread(2)
			.actorsBefore(0)
			.actorsAfter(0)
			.analyzeStdLib$lincheck(false);
	}

	private static void check(ModelCheckingOptions options, Class<?> operations) throws IOException {
		try {
			options.check(operations);
		}
		catch (LincheckAssertionError ex) {
			Path report = Path.of("target/lincheck", operations.getSimpleName() + ".txt");
			Files.createDirectories(report.getParent());
			Files.writeString(report, String.valueOf(ex.getMessage()));
			throw ex;
		}
	}

}
