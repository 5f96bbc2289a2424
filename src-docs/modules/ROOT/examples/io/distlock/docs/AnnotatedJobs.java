// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Optional;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;

import org.springframework.stereotype.Service;

/**
 * Every way to lock a method.
 */
@Service
public class AnnotatedJobs {

	// tag::name[]
	@DistributedLock("nightly-import") // the same lock on every node, whatever the
										// arguments
	public void importCatalogue() {
		// ...
	}
	// end::name[]

	// tag::key[]
	@DistributedLock(name = "customer", key = "#order.customer")
	public void charge(Order order) {
		// one call at a time for each customer, on all nodes together
	}
	// end::key[]

	// tag::several-keys[]
	@DistributedLock(name = "account", key = "{#from, #to}") // both or none, in an order
																// of the library's
	public void transfer(String from, String to, long cents) {
		// ...
	}
	// end::several-keys[]

	// tag::condition[]
	@DistributedLock(name = "customer", key = "#order.customer", condition = "#order.cents > 0")
	public void bill(Order order) {
		// runs without the lock where there is nothing to pay
	}
	// end::condition[]

	// tag::times[]
	@DistributedLock(name = "report", waitTime = "0", leaseTime = "10s", maxHoldTime = "${report.longest:1h}")
	public void report() {
		// ...
	}
	// end::times[]

	// tag::skip[]
	@DistributedLock(name = "cache-warm-up", waitTime = "0", onBusy = OnBusy.SKIP)
	public Optional<Integer> warmUp() {
		return Optional.of(42); // empty where another node is at it
	}
	// end::skip[]

	// tag::fallback[]
	@DistributedLock(name = "quote", key = "#item", waitTime = "200ms", fallbackMethod = "lastQuote")
	public String quote(String item) {
		return "fresh quote of " + item;
	}

	String lastQuote(String item, LockNotAcquiredException busy) {
		return "last known quote of " + item;
	}
	// end::fallback[]

	// tag::hard-bound[]
	@DistributedLock(name = "backup", leaseTime = "10m", autoRenew = false, onLost = OnLost.INTERRUPT)
	public void backUp(List<String> tables) throws InterruptedException {
		// is interrupted when ten minutes have passed
	}
	// end::hard-bound[]

	// tag::context[]
	@DistributedLock(name = "ledger", key = "#account")
	public long post(String account) {
		return LockContext.current().map(HeldLock::fencingToken).orElseThrow();
	}
	// end::context[]

	// tag::meta[]
	@OncePerCustomer
	public void remind(String customer) {
		// ...
	}
	// end::meta[]

	// tag::several-locks[]
	@DistributedLock(name = "customer", key = "#order.customer()")
	@DistributedLock(name = "ledger", key = "#account", waitTime = "2s")
	public void charge(Order order, String account) {
		// has both locks
	}
	// end::several-locks[]

	/**
	 * What a customer bought.
	 *
	 * @param customer who
	 * @param cents for how much
	 */
	public record Order(String customer, long cents) {

	}

	// tag::meta-annotation[]
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "customer", key = "#customer", leaseTime = "1m")
	public @interface OncePerCustomer {

	}
	// end::meta-annotation[]

}
