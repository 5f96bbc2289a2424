// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Counts the requests of a client by what they are, and does to those of one kind what a
 * network does.
 */
final class FaultyRequests implements HttpPipelinePolicy {

	static final String READ = "read";

	static final String WRITE = "write";

	private final List<String> sent = new CopyOnWriteArrayList<>();

	private final List<Runnable> late = new CopyOnWriteArrayList<>();

	private volatile String kind = "";

	private volatile Fault fault = Fault.NONE;

	private volatile Runnable after = () -> {
	};

	/**
	 * Disturb the next request of a kind.
	 */
	void disturb(String kind, Fault fault) {
		this.kind = kind;
		this.fault = fault;
	}

	/**
	 * Do something before a lost answer is noticed.
	 */
	void afterwards(Runnable action) {
		this.after = action;
	}

	/**
	 * Send again what was sent late, now.
	 */
	void letArrive() {
		List<Runnable> all = new ArrayList<>(this.late);
		this.late.removeAll(all);
		all.forEach(Runnable::run);
	}

	/**
	 * Return the kinds of all requests since this was asked before.
	 */
	List<String> takeSent() {
		List<String> all = List.copyOf(this.sent);
		this.sent.clear();
		return all;
	}

	@Override
	public HttpPipelinePosition getPipelinePosition() {
		return HttpPipelinePosition.PER_RETRY;
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		String sent = kind(context.getHttpRequest());
		this.sent.add(sent);
		if (!sent.equals(this.kind)) {
			return next.process();
		}
		this.kind = "";
		Mono<HttpResponse> lost = Mono.error(new IOException("Connection reset"));
		return switch (this.fault) {
			case NONE -> next.process();
			case ANSWER_LOST -> next.process()
				.doOnNext(HttpResponse::close)
				.then(Mono.fromRunnable(() -> this.after.run()).subscribeOn(Schedulers.boundedElastic()))
				.then(lost);
			case TWICE -> {
				HttpPipelineNextPolicy again = next.clone();
				yield next.process().doOnNext(HttpResponse::close).then(Mono.defer(again::process));
			}
			case LATE -> {
				this.late.add(() -> next.process().blockOptional().ifPresent(HttpResponse::close));
				yield lost;
			}
		};
	}

	private static String kind(HttpRequest request) {
		return (request.getHttpMethod() == HttpMethod.GET) ? READ : WRITE;
	}

	/**
	 * What becomes of a request.
	 */
	enum Fault {

		/**
		 * It is answered.
		 */
		NONE,

		/**
		 * It takes effect, and its answer is lost.
		 */
		ANSWER_LOST,

		/**
		 * It arrives twice, and the second answer is heard.
		 */
		TWICE,

		/**
		 * The client gives it up, and it arrives later.
		 */
		LATE

	}

}
